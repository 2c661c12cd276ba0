-- When a storefront last recorded the prices of each region without shoppers.
CREATE TABLE price_looks (
  region_id text PRIMARY KEY,
  looked_at timestamptz NOT NULL
);
