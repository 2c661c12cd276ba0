-- Wrong lookups and sent order links of the last day. Unlogged: a crash may lose them.
CREATE UNLOGGED TABLE order_lookups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- keyed hash of the counted value
  key text NOT NULL,
  tried_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON order_lookups (key, tried_at);
CREATE INDEX ON order_lookups (tried_at);

-- A withdrawal declared without the order link waits, and can be revoked until then.
ALTER TABLE withdrawals
  ADD COLUMN due_at timestamptz NOT NULL DEFAULT now(),
  DROP CONSTRAINT withdrawals_state_check,
  ADD CONSTRAINT withdrawals_state_check CHECK (state IN ('waiting', 'staff', 'done', 'taken_back'));
