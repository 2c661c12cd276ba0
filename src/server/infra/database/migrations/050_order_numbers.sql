-- Numbers of orders are drawn since this version. Only orders that were placed before are found by the backend's sequence.
ALTER TABLE placed_orders
  -- as it is shown, such as K7QM-4T2X-5; null until the backend has drawn one
  ADD COLUMN drawn_number text,
  -- whether the shopper was told the sequential number
  ADD COLUMN was_told_sequence boolean NOT NULL DEFAULT true,
  -- when the backend was last asked for the drawn number of an earlier order
  ADD COLUMN number_asked_at timestamptz;
CREATE INDEX ON placed_orders (drawn_number);
CREATE INDEX ON placed_orders (number_asked_at) WHERE drawn_number IS NULL;

-- What people call the order: drawn, or sequential for an earlier one.
ALTER TABLE withdrawals ALTER COLUMN number TYPE text USING number::text;
