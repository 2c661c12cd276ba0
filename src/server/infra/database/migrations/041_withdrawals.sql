-- What shoppers have declared of their orders: kept as it was received, and carried out when the backend can.
CREATE TABLE withdrawals (
  id uuid PRIMARY KEY,
  order_id text NOT NULL,
  number integer NOT NULL,
  locale text NOT NULL,
  -- [{id, title, label, quantity}], in the language of the declaration; none while all of the order is meant
  lines jsonb NOT NULL,
  reason text,
  received_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'staff', 'done')),
  -- of `lines`, what neither the backend nor the staff has dealt with
  open_lines jsonb NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT now(),
  -- how many of each line were coming back before the first try
  back_before jsonb,
  return_id text,
  staff_note text
);
CREATE INDEX ON withdrawals (order_id);
CREATE INDEX ON withdrawals (next_try_at) WHERE state = 'waiting';
CREATE INDEX ON withdrawals (received_at);
