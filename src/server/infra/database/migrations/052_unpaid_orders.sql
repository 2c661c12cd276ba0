-- Unpaid orders, to limit the stock that one visitor can reserve without paying. Deleted once they no longer count.
CREATE TABLE unpaid_orders (
  cart_id text PRIMARY KEY,
  -- known once it is placed
  order_id text,
  -- keyed hash of the network that placed it
  visitor text NOT NULL,
  -- {variant id: quantity}
  quantities jsonb NOT NULL,
  placed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON unpaid_orders (visitor, placed_at);
CREATE INDEX ON unpaid_orders (placed_at);
