"""Positions that need no search: every one of Hexifence 2, and the endings of Watch Your Back!"""
