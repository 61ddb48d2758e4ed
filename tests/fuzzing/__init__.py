"""Foreign bytes: whatever comes in, a parser returns or refuses, and does so soon.

`targets` are the parsers; `session` lets a fuzzer that is guided by coverage look for bytes that
make one of them fail; `corpus` are the bytes that it has found worth keeping, those that once made
one fail among them.
"""
