-- The newest write to each cart line, so that no process applies a stale one. Rows matter for a minute only, so the
-- table is unlogged: writes do not wait for the disk.
CREATE UNLOGGED TABLE line_writes (
  cart text NOT NULL,
  line text NOT NULL,
  page text NOT NULL,
  number bigint NOT NULL,
  -- Null for a write of an absolute quantity.
  more integer,
  noted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cart, line, page, number)
);
CREATE INDEX line_writes_noted_at ON line_writes (noted_at);
