-- The data for order lookup by guests: the number, and a hash of the email address.
CREATE TABLE placed_orders (
  order_id text PRIMARY KEY,
  number integer NOT NULL,
  address_hash text NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON placed_orders (number, address_hash);
CREATE INDEX ON placed_orders (noted_at);
