-- One row per address and site. Marketing may be sent only if `confirmed_at` is set and `unsubscribed_at` is not.
CREATE TABLE subscriptions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- The address as typed, and normalized for comparison: lower case, the domain in ASCII.
  email text NOT NULL,
  email_key text NOT NULL,
  site_type text NOT NULL,
  language text NOT NULL CHECK (language IN ('en', 'ru')),
  -- The version of the consent text next to the button.
  consent_text text NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  -- When the last confirmation email was queued: at most one a day.
  asked_at timestamptz,
  UNIQUE (email_key, site_type)
);
