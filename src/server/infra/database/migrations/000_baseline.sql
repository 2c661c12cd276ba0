-- One row per queued email, so that retries of its job do not send it twice.
CREATE TABLE letters (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  -- Idempotency key: a second email with the same key is not queued.
  once text UNIQUE,
  queued_at timestamptz NOT NULL DEFAULT now(),
  handed_over_at timestamptz,
  -- The order that it is about, so that staff see the emails beside the order.
  order_id text
);
CREATE INDEX ON letters (order_id) WHERE order_id IS NOT NULL;

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

-- Consent choices by browser, without personal data.
CREATE TABLE consent_records (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  browser text NOT NULL,
  choice text NOT NULL CHECK (choice IN ('accepted', 'rejected')),
  version text NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX consent_records_browser ON consent_records (browser, number);

-- Searches without results, by day. Nothing identifies a visitor or links two searches.
CREATE TABLE empty_searches (
  day date NOT NULL,
  locale text NOT NULL CHECK (locale IN ('en', 'ru')),
  -- Lower case, one line, at most 60 characters, no personal data.
  query text NOT NULL,
  times integer NOT NULL,
  -- Whether the last search showed nearest matches.
  has_nearest boolean NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (day, locale, query)
);

-- The newest request of each operation on a line of a cart, and by how much it changes the quantity. Rows matter for
-- minutes only, so the table is unlogged: writes do not wait for the disk.
CREATE UNLOGGED TABLE line_writes (
  cart text NOT NULL,
  operation text NOT NULL,
  number integer NOT NULL,
  change integer NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cart, operation)
);

-- Tries to take the lock of a cart, notes a request, and returns the one that was noted before. Each statement of a
-- function sees what was committed before it; a single statement would read before it has the lock.
CREATE FUNCTION claim_line_write(lock bigint, in_cart text, in_operation text, in_number integer, in_change integer,
  OUT is_free boolean, OUT number integer, OUT change integer) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  is_free := pg_try_advisory_lock(lock);
  IF NOT is_free THEN RETURN; END IF;
  SELECT w.number, w.change INTO number, change FROM storefront.line_writes w
    WHERE w.cart = in_cart AND w.operation = in_operation;
  INSERT INTO storefront.line_writes AS w (cart, operation, number, change)
    VALUES (in_cart, in_operation, in_number, in_change)
    ON CONFLICT (cart, operation) DO UPDATE SET number = excluded.number, change = excluded.change, noted_at = now()
    WHERE w.number < excluded.number;
END $$;
CREATE INDEX line_writes_noted_at ON line_writes (noted_at);

-- The data for order lookup by guests: the number, and a hash of the email address.
CREATE TABLE placed_orders (
  order_id text PRIMARY KEY,
  -- As displayed, such as K7QM-4T2X-5.
  number text NOT NULL,
  address_hash text NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON placed_orders (number, address_hash);
CREATE INDEX ON placed_orders (noted_at);

-- Wrong lookups and sent order links of the last day. Unlogged: a crash may lose them.
CREATE UNLOGGED TABLE order_lookups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- keyed hash of the counted value
  key text NOT NULL,
  tried_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON order_lookups (key, tried_at);
CREATE INDEX ON order_lookups (tried_at);

-- Unpaid orders, to limit the stock that one visitor can reserve without paying. Deleted once they no longer count.
CREATE TABLE unpaid_orders (
  cart_id text PRIMARY KEY,
  -- known once it is placed
  order_id text,
  -- keyed hash of the network that placed it
  visitor text NOT NULL,
  -- {variant id: quantity}
  quantities jsonb NOT NULL,
  placed_at timestamptz NOT NULL DEFAULT now(),
  -- keyed hashes of the larger networks around that of the visitor, the smallest first
  wider_networks text[] NOT NULL DEFAULT '{}'
);
CREATE INDEX ON unpaid_orders (visitor, placed_at);
CREATE INDEX ON unpaid_orders (placed_at);
CREATE INDEX ON unpaid_orders USING gin (wider_networks);

-- Withdrawals as shoppers declared them, processed when the backend is available.
CREATE TABLE withdrawals (
  id uuid PRIMARY KEY,
  order_id text NOT NULL,
  -- As displayed.
  number text NOT NULL,
  locale text NOT NULL,
  -- [{id, title, label, quantity}], in the language of the declaration; empty if the whole order is meant
  lines jsonb NOT NULL,
  reason text,
  received_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'staff', 'done', 'taken_back')),
  -- the part of `lines` that neither the backend nor staff have processed
  open_lines jsonb NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT now(),
  return_id text,
  staff_note text,
  -- Identifies a return whose response was lost: {line id: {asked, before}}, the quantity that the last attempt
  -- requested for return, and the quantity requested before it.
  tried jsonb,
  -- the part of `lines` that staff have processed outside the backend: [{id, title, label, quantity, kept}]
  closed_lines jsonb NOT NULL DEFAULT '[]',
  -- A withdrawal declared without the order link waits, and can be revoked until then.
  due_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON withdrawals (order_id);
CREATE INDEX ON withdrawals (next_try_at) WHERE state = 'waiting';
CREATE INDEX ON withdrawals (received_at);

-- The price history of each product by region: one row per change, to check crossed-out prices.
CREATE TABLE price_ledger (
  region_id text NOT NULL,
  currency text NOT NULL,
  product_id text NOT NULL,
  handle text NOT NULL,
  digest text NOT NULL,
  -- Per variant: id, sku, and in hundredths the price and the crossed-out price.
  variants jsonb NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (region_id, product_id, since)
);
CREATE INDEX ON price_ledger (since);

-- The files of every build that a storefront serves, so that each storefront can send the files of the others' pages.
CREATE TABLE assets (
  path text PRIMARY KEY,
  -- Grows with every commit: files are stored under one lock.
  number bigint GENERATED ALWAYS AS IDENTITY,
  identity bytea NOT NULL,
  -- The same bytes, compressed; none where compression does not help.
  br bytea,
  gzip bytea,
  -- The last build that was seen with the file, and when.
  build text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON assets (number);
CREATE INDEX ON assets (seen_at);

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

-- Links that are emailed to customers. Each works once, for 15 minutes.
CREATE TABLE sign_in_links (
  -- SHA-256 of the token
  token_hash bytea PRIMARY KEY,
  email text NOT NULL,
  -- `sign-in` opens the account; `register` and `password` also set its password. A change of the account's address is
  -- allowed by a link to the present one, `allow-change`, and made by a link to the new one, `change-email`.
  purpose text NOT NULL CHECK (purpose IN ('sign-in', 'register', 'password', 'allow-change', 'change-email')),
  -- The name given when registering.
  first_name text,
  last_name text,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz,
  -- The account whose address changes.
  customer_id text,
  CONSTRAINT sign_in_links_customer_check CHECK ((purpose IN ('allow-change', 'change-email')) = (customer_id IS NOT NULL))
);
CREATE INDEX ON sign_in_links (created_at);
CREATE INDEX ON sign_in_links (email);
CREATE INDEX ON sign_in_links (customer_id) WHERE customer_id IS NOT NULL;

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

-- The cart that a customer fills, in every browser in which they are signed in. The row outlasts the sessions: a guest of
-- the same browser does not get the cart.
CREATE TABLE customer_carts (
  customer_id text PRIMARY KEY,
  cart_id text NOT NULL
);
CREATE INDEX ON customer_carts (cart_id);

-- What the browsers of a customer share: handles of products, the newest first, and a ring size.
CREATE TABLE customer_saved (
  customer_id text PRIMARY KEY,
  wish_list text[] NOT NULL DEFAULT '{}',
  recently_viewed text[] NOT NULL DEFAULT '{}',
  ring_size text NOT NULL DEFAULT ''
);

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

-- Every handle that a product or a category has had, so that a former address leads to the present one.
CREATE TABLE known_handles (
  kind text NOT NULL CHECK (kind IN ('product', 'category')),
  handle text NOT NULL,
  id text NOT NULL,
  PRIMARY KEY (kind, handle)
);
