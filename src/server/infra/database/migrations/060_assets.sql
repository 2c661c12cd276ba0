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
