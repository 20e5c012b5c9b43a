"""How each editor is told of the words of the language."""
