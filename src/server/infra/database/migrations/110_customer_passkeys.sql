-- Passkeys of customers (WebAuthn credentials).
CREATE TABLE customer_passkeys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- base64url, as the authenticator chose it
  credential_id text NOT NULL UNIQUE,
  customer_id text NOT NULL,
  -- Random, base64url; the same for all passkeys of a customer. The authenticator returns it with each sign-in.
  user_handle text NOT NULL,
  -- COSE
  public_key bytea NOT NULL,
  -- The sign count of the last use; always 0 for a passkey that is synchronized between devices.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  -- The browser and the system that added it, such as "Firefox, Linux".
  device text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz
);
CREATE INDEX ON customer_passkeys (customer_id);

-- Challenges that were answered. Each is accepted once; after five minutes its cookie has expired.
CREATE TABLE used_passkey_challenges (
  challenge text PRIMARY KEY,
  used_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON used_passkey_challenges (used_at);
