-- The price history of each product by region: one row per change, to check crossed-out prices.
CREATE TABLE price_ledger (
  region_id text NOT NULL,
  currency text NOT NULL,
  product_id text NOT NULL,
  handle text NOT NULL,
  digest text NOT NULL,
  -- Per variant: id, sku, and in hundredths the price and the crossed-out price.
  variants jsonb NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (region_id, product_id, since)
);
CREATE INDEX ON price_ledger (since);
