-- Requests for one email when a sold-out variant is back in stock. A row is deleted when its email is queued.
CREATE TABLE stock_alerts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- The address as typed, and normalized for comparison.
  email text NOT NULL,
  email_key text NOT NULL,
  -- A hash of `email_key`: links in emails contain it.
  recipient_hash text NOT NULL,
  variant_id text NOT NULL,
  -- For the staff and for variants that were deleted since: the SKU, and the English name.
  sku text,
  piece text NOT NULL,
  language text NOT NULL CHECK (language IN ('en', 'ru')),
  -- The region whose price the email shows.
  region_id text NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,
  -- When an email was queued that asks to confirm the address: at most one a day for all rows of an address.
  asked_at timestamptz,
  UNIQUE (recipient_hash, variant_id)
);
CREATE INDEX stock_alerts_of_variant ON stock_alerts (variant_id);
