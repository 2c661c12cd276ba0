-- One row an address and a site. Marketing may go only where `confirmed_at` is set and `unsubscribed_at` is not.
CREATE TABLE subscriptions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- As it was typed, and as it is compared: lower case, the domain in ASCII.
  email text NOT NULL,
  email_key text NOT NULL,
  site_type text NOT NULL,
  language text NOT NULL CHECK (language IN ('en', 'ru')),
  -- Which wording stood beside the button.
  consent_text text NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  -- When the last letter that asks for confirmation was queued: one a day.
  asked_at timestamptz,
  UNIQUE (email_key, site_type)
);
