-- Order numbers are drawn since this version. Only earlier orders are found by the backend's sequential number.
ALTER TABLE placed_orders
  -- as displayed, such as K7QM-4T2X-5; null until the backend has drawn it
  ADD COLUMN drawn_number text,
  -- whether the shopper was told the sequential number
  ADD COLUMN was_told_sequence boolean NOT NULL DEFAULT true,
  -- when the backend was last asked for the drawn number of an earlier order
  ADD COLUMN number_asked_at timestamptz;
CREATE INDEX ON placed_orders (drawn_number);
CREATE INDEX ON placed_orders (number_asked_at) WHERE drawn_number IS NULL;

-- The number shown to people: drawn, or sequential for an earlier order.
ALTER TABLE withdrawals ALTER COLUMN number TYPE text USING number::text;
