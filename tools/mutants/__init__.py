"""Mutation testing of the C++ sources: where a source can be changed, the build that holds all changes, and the trial of each."""
