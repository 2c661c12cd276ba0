-- One row per queued email, so that retries of its job do not send it twice.
CREATE TABLE letters (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  -- Idempotency key: a second email with the same key is not queued.
  once text UNIQUE,
  queued_at timestamptz NOT NULL DEFAULT now(),
  handed_over_at timestamptz
);
