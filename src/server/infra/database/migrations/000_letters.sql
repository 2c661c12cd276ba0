-- A letter is one row for as long as its job is tried again and again: what was handed over is not sent twice.
CREATE TABLE letters (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  -- Whoever queues a letter under the same words again queues nothing.
  once text UNIQUE,
  queued_at timestamptz NOT NULL DEFAULT now(),
  handed_over_at timestamptz
);
