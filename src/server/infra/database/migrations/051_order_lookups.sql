-- Wrong tries at an order's number and address, and links that were sent, of the last day. A crash may lose them.
CREATE UNLOGGED TABLE order_lookups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- a keyed hash of what is counted
  key text NOT NULL,
  tried_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON order_lookups (key, tried_at);
CREATE INDEX ON order_lookups (tried_at);

-- A withdrawal that was declared without the link of the order's email waits, and can be taken back until then.
ALTER TABLE withdrawals
  ADD COLUMN due_at timestamptz NOT NULL DEFAULT now(),
  DROP CONSTRAINT withdrawals_state_check,
  ADD CONSTRAINT withdrawals_state_check CHECK (state IN ('waiting', 'staff', 'done', 'taken_back'));
