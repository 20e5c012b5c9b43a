"""The major mode of Emacs."""

from .words import FIRST, NUMBER, OPERATORS

TEMPLATE = r''';;; mech-mode.el --- models of dalembert  -*- lexical-binding: t; coding: utf-8 -*-

;; Written by editors/make.py; do not edit.
;; Version: 0.1
;; Package-Requires: ((emacs "26.1"))
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Colours, comments and layout of the texts that the program dalembert reads.
;; M-x mech-format lays a text out as `dalembert fmt' does; with Eglot, M-x eglot starts `dalembert lsp'.

;;; Code:

(defgroup mech nil
  "Models of dalembert."
  :group 'languages)

(defcustom mech-program "dalembert"
  "The program dalembert."
  :type 'string
  :group 'mech)

(defconst mech--statements '(%(statements)s))
(defconst mech--contextual-statements '(%(contextual_statements)s))
(defconst mech--clauses '(%(clauses)s))
(defconst mech--contextual-clauses '(%(contextual_clauses)s))
(defconst mech--logic '(%(logic)s))
(defconst mech--functions '(%(functions)s))
(defconst mech--constants '(%(constants)s))
(defconst mech--parts '(%(parts)s))
(defconst mech--drawings '(%(drawings)s))
(defconst mech--shown '(%(shown)s))
(defconst mech--settings '(%(settings)s))
(defconst mech--choices
  '(%(choices)s))
(defconst mech--unit "%(units)s")
(defconst mech--unit-pattern
  (concat "\\(?:^\\|[^%(unit_letters)s]\\)\\(" mech--unit "\\)\\(?:[^%(unit_letters)s]\\)"))

(defvar mech-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "." table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry '(#x2080 . #x2089) "_" table)
    (dolist (sign (string-to-list "'+-*/^=<>|~.,;:%%"))
      (modify-syntax-entry sign "." table))
    table)
  "Syntax of models: `#' starts a comment, a prime is no quote.")

(defun mech--fence (group)
  "The syntax of the quote that GROUP has matched: a fence outside comments."
  (unless (nth 4 (save-excursion (save-match-data (syntax-ppss (match-beginning group)))))
    (string-to-syntax "|")))

(defconst mech--propertize
  ;; A string ends with its line, also without a quote.
  (syntax-propertize-rules
   ("\\(\"\\)[^\"\n]*\\(\"\\|\n\\)"
    (1 (mech--fence 1))
    (2 (save-excursion (save-match-data (unless (nth 4 (syntax-ppss (match-beginning 1))) (string-to-syntax "|"))))))))

(defun mech--words (words &optional after)
  "A regular expression for WORDS, followed by the expression AFTER."
  (concat "\\_<\\(" (regexp-opt words) "\\)\\_>" after))

(defun mech--in-settings-p (place)
  "True where PLACE stands between braces that do not belong to `for'."
  (save-excursion
    (let ((open (nth 1 (save-match-data (syntax-ppss place)))))
      (and open
           (eq (char-after open) ?{)
           (progn (goto-char open)
                  (not (save-match-data
                         (string-match-p "\\(?:^\\|[;{]\\)[ \t]*for\\_>"
                                         (buffer-substring-no-properties (line-beginning-position) open)))))))))

(defun mech--find-in-settings (pattern limit)
  "The next match of PATTERN before LIMIT that stands among settings."
  (let (found)
    (while (and (not found) (re-search-forward pattern limit t))
      (setq found (mech--in-settings-p (match-beginning 1))))
    found))

(defconst mech--setting-pattern (concat "\\(?:^\\|[{;,]\\)[ \t]*" (mech--words mech--settings "[ \t]*=")))
(defconst mech--value-pattern
  (mapconcat (lambda (choice)
               (concat "\\_<" (car choice) "[ \t]*=[ \t]*\\_<\\(?1:" (regexp-opt (cdr choice)) "\\)\\_>"))
             mech--choices "\\|"))

(defun mech--find-setting (limit)
  "The next key of a setting before LIMIT."
  (mech--find-in-settings mech--setting-pattern limit))

(defun mech--find-value (limit)
  "The next word that is the value of a setting before LIMIT."
  (mech--find-in-settings mech--value-pattern limit))

(defun mech--find-unit (limit)
  "The next unit in brackets before LIMIT.
Brackets that touch a name hold an index."
  (let (found)
    (while (and (not found) (re-search-forward mech--unit-pattern limit t))
      (goto-char (match-end 1))
      (let ((open (save-match-data (nth 1 (syntax-ppss (match-beginning 1))))))
        (when (and open (eq (char-after open) ?\[))
          (setq found (save-match-data
                        (save-excursion
                          (goto-char open)
                          (looking-back "[ \t]\\|^\\|\\_<%(number)s" (line-beginning-position))))))))
    found))

(defun mech--find-shown (limit)
  "The next word of a line of `show' before LIMIT."
  (let (found)
    (while (and (not found) (re-search-forward (mech--words mech--shown) limit t))
      (setq found (save-match-data
                    (save-excursion
                      (goto-char (match-beginning 0))
                      (looking-back "\\(?:^\\|[;{]\\)[ \t]*show\\_>[^;#{}\n]*" (line-beginning-position))))))
    found))

(defconst mech-font-lock-keywords
  `((mech--find-setting 1 font-lock-variable-name-face)
    (,(mech--words mech--statements) 1 font-lock-keyword-face)
    (,(concat "\\(?:^\\|[;{]\\)[ \t]*" (mech--words mech--contextual-statements)
              "[ \t]+\\(?:\\(" (regexp-opt mech--drawings) "\\)\\_>\\|[%(first)s]\\)")
     (1 font-lock-keyword-face) (2 font-lock-type-face t t))
    (,(mech--words mech--clauses) 1 font-lock-builtin-face)
    (,(concat "[^%(operators)s \t][ \t]+" (mech--words mech--contextual-clauses "[ \t]+[%(first)s0-9(|\"-]")) 1 font-lock-builtin-face)
    (,(mech--words mech--logic) 1 font-lock-builtin-face)
    (,(mech--words mech--functions "(") 1 font-lock-function-name-face)
    (,(mech--words mech--parts "\\.\\(?:[^.]\\|$\\)") 1 font-lock-variable-name-face)
    (mech--find-value 1 font-lock-constant-face)
    (mech--find-shown 1 font-lock-constant-face)
    (mech--find-unit 1 font-lock-type-face)
    (,(concat "\\(?:^\\|[^.]\\|\\.\\.\\)" (mech--words mech--constants)) 1 font-lock-constant-face)
    ("\\_<%(number)s" 0 font-lock-constant-face))
  "What the words of models look like.")

(defun mech-format ()
  "Lay the text out as `dalembert fmt' does; a text with mistakes stays as it is."
  (interactive)
  (let ((laid (generate-new-buffer " *mech-format*"))
        (text (current-buffer)))
    (unwind-protect
        (if (eq 0 (call-process-region nil nil mech-program nil (list laid nil) nil "fmt" "-"))
            (replace-buffer-contents laid)
          (message "%%s: the text has mistakes" (buffer-name text)))
      (kill-buffer laid))))

;;;###autoload
(define-derived-mode mech-mode prog-mode "Mech"
  "Major mode for models of dalembert."
  (setq-local comment-start "# ")
  (setq-local comment-end "")
  (setq-local comment-start-skip "#+[ \t]*")
  (setq-local syntax-propertize-function mech--propertize)
  (setq-local font-lock-defaults '(mech-font-lock-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.mech\\'" . mech-mode))

(with-eval-after-load 'eglot
  (defvar eglot-server-programs)
  (add-to-list 'eglot-server-programs `(mech-mode . (,mech-program "lsp"))))

(provide 'mech-mode)
;;; mech-mode.el ends here
'''


def pattern(regular):
    """A regular expression of `words.py` in the notation of an Emacs string."""
    out = regular.replace("(?:", "\\(?:").replace("|", "\\|").replace(")", "\\)")
    return out.replace("\\", "\\\\")


def grammar(words):
    lists = {name: " ".join(f'"{word}"' for word in getattr(words, name)) for name in
             ("statements", "contextual_statements", "clauses", "contextual_clauses", "logic", "functions", "constants", "parts",
              "drawings", "shown", "settings")}
    choices = "\n    ".join("({})".format(" ".join(f'"{word}"' for word in (key, *values)))
                            for key, values in sorted(words.choices.items()))
    number = NUMBER.replace("\\.", "[.]")
    return TEMPLATE % {**lists, "units": pattern(words.units), "number": pattern(number), "first": FIRST, "operators": OPERATORS,
                       "choices": choices, "unit_letters": words.unit_letters}
