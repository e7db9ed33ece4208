"""Experta, and nothing else that infers: which rules stand."""
