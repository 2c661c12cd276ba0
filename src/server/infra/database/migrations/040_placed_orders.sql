-- By what guests find their orders again: the number, and a fingerprint of the address that it was placed with.
CREATE TABLE placed_orders (
  order_id text PRIMARY KEY,
  number integer NOT NULL,
  address_hash text NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON placed_orders (number, address_hash);
CREATE INDEX ON placed_orders (noted_at);
