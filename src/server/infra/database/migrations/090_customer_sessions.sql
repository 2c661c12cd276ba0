-- Links that are emailed to customers. Each works once, for 15 minutes.
CREATE TABLE sign_in_links (
  -- SHA-256 of the token
  token_hash bytea PRIMARY KEY,
  email text NOT NULL,
  -- `sign-in` opens the account; `register` and `password` also set its password.
  purpose text NOT NULL CHECK (purpose IN ('sign-in', 'register', 'password')),
  -- The name given when registering.
  first_name text,
  last_name text,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz
);
CREATE INDEX ON sign_in_links (created_at);
CREATE INDEX ON sign_in_links (email);

-- Browsers in which a customer is signed in.
CREATE TABLE customer_sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- SHA-256 of the token in the browser's cookie
  token_hash bytea NOT NULL UNIQUE,
  customer_id text NOT NULL,
  -- The browser and the system, such as "Firefox, Linux".
  device text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON customer_sessions (customer_id);
CREATE INDEX ON customer_sessions (seen_at);
