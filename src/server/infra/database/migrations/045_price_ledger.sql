-- What each piece has cost, by region: a row whenever that changed, so that a crossed-out price can be checked.
CREATE TABLE price_ledger (
  region_id text NOT NULL,
  currency text NOT NULL,
  product_id text NOT NULL,
  handle text NOT NULL,
  digest text NOT NULL,
  -- Of each variant: id, sku, and in hundredths what is asked and what is crossed out.
  variants jsonb NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (region_id, product_id, since)
);
CREATE INDEX ON price_ledger (since);
