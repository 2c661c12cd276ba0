-- Consent choices by browser, without personal data.
CREATE TABLE consent_records (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  browser text NOT NULL,
  choice text NOT NULL CHECK (choice IN ('accepted', 'rejected')),
  version text NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX consent_records_browser ON consent_records (browser, number);
