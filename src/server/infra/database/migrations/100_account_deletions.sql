-- Accounts that their customers asked to delete. The storefront deletes them 14 days later. Until then, the customer can
-- keep the account.
CREATE TABLE account_deletions (
  customer_id text PRIMARY KEY,
  -- For the emails about it.
  email text NOT NULL,
  language text NOT NULL CHECK (language IN ('en', 'ru')),
  requested_at timestamptz NOT NULL DEFAULT now(),
  -- A process that deletes the account holds it until then. If the process crashes, another one takes over.
  next_try_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON account_deletions (requested_at);

-- A link that changes the address of an account is emailed to the new address.
ALTER TABLE sign_in_links
  -- The account whose address changes.
  ADD COLUMN customer_id text,
  DROP CONSTRAINT sign_in_links_purpose_check,
  ADD CONSTRAINT sign_in_links_purpose_check CHECK (purpose IN ('sign-in', 'register', 'password', 'change-email')),
  ADD CONSTRAINT sign_in_links_customer_check CHECK ((purpose = 'change-email') = (customer_id IS NOT NULL));
CREATE INDEX ON sign_in_links (customer_id) WHERE customer_id IS NOT NULL;
