-- A change of an account's address is first allowed by a link to its present address.
ALTER TABLE sign_in_links
  DROP CONSTRAINT sign_in_links_purpose_check,
  DROP CONSTRAINT sign_in_links_customer_check,
  ADD CONSTRAINT sign_in_links_purpose_check
    CHECK (purpose IN ('sign-in', 'register', 'password', 'allow-change', 'change-email')),
  ADD CONSTRAINT sign_in_links_customer_check
    CHECK ((purpose IN ('allow-change', 'change-email')) = (customer_id IS NOT NULL));
