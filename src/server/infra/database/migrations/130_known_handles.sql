-- Every handle that a product or a category has had, so that a former address leads to the present one.
CREATE TABLE known_handles (
  kind text NOT NULL CHECK (kind IN ('product', 'category')),
  handle text NOT NULL,
  id text NOT NULL,
  PRIMARY KEY (kind, handle)
);
