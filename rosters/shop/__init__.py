"""The shop: what may be bought for whom, what it would change, and what has been bought since the last battle."""
