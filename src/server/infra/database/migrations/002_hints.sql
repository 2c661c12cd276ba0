-- Stored for the limits and for complaints; deleted after 90 days.
CREATE TABLE hints (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  sender text,
  recipient text NOT NULL,
  recipient_hash text NOT NULL,
  message text,
  language text NOT NULL CHECK (language IN ('en', 'ru')),
  variant_id text,
  -- False if the recipient has opted out; the sender is not told.
  is_sent boolean NOT NULL,
  dropped_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX hints_to_one ON hints (recipient_hash, dropped_at);
CREATE INDEX hints_by_age ON hints (dropped_at);

-- Addresses that opted out of hints, as hashes that do not reveal them.
CREATE TABLE suppression (
  address_hash text PRIMARY KEY,
  reason text NOT NULL,
  since timestamptz NOT NULL DEFAULT now()
);
