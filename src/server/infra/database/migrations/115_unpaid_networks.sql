ALTER TABLE unpaid_orders
  -- keyed hashes of the larger networks around that of the visitor, the smallest first
  ADD COLUMN wider_networks text[] NOT NULL DEFAULT '{}';
CREATE INDEX ON unpaid_orders USING gin (wider_networks);
