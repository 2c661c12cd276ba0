-- Withdrawals as shoppers declared them, processed when the backend is available.
CREATE TABLE withdrawals (
  id uuid PRIMARY KEY,
  order_id text NOT NULL,
  number integer NOT NULL,
  locale text NOT NULL,
  -- [{id, title, label, quantity}], in the language of the declaration; empty if the whole order is meant
  lines jsonb NOT NULL,
  reason text,
  received_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'staff', 'done')),
  -- the part of `lines` that neither the backend nor staff have processed
  open_lines jsonb NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT now(),
  -- by line id: the quantity requested for return before the first attempt
  back_before jsonb,
  return_id text,
  staff_note text
);
CREATE INDEX ON withdrawals (order_id);
CREATE INDEX ON withdrawals (next_try_at) WHERE state = 'waiting';
CREATE INDEX ON withdrawals (received_at);
