"""Files for research: records in Parquet, decisions as shards for learning, episodes for Minari."""
