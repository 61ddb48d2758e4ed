"""Agents in processes of their own: started, limited, fenced in, spoken to, and ended."""
