"""What every game shares: kernels, chance, the contract, records, errors."""
