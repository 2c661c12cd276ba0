-- When each region's prices were last looked at for the ledger where nobody shops in it, by whichever storefront.
CREATE TABLE price_looks (
  region_id text PRIMARY KEY,
  looked_at timestamptz NOT NULL
);
