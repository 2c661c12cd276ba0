-- The newest writes to lines of carts, so that none comes true after a newer one, whichever process it reaches. Nothing
-- of it matters after a minute, so it is written past the log and costs no wait for the disk.
CREATE UNLOGGED TABLE line_writes (
  cart text NOT NULL,
  line text NOT NULL,
  page text NOT NULL,
  number bigint NOT NULL,
  -- Null for one that said what is wanted of the line in all.
  more integer,
  noted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cart, line, page, number)
);
CREATE INDEX line_writes_noted_at ON line_writes (noted_at);
