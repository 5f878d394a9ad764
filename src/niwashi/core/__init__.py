"""The part that all games share: kernels, chance, the contract, records, errors."""
