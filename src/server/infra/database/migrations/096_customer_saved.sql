-- What the browsers of a customer share: handles of products, the newest first, and a ring size.
CREATE TABLE customer_saved (
  customer_id text PRIMARY KEY,
  wish_list text[] NOT NULL DEFAULT '{}',
  recently_viewed text[] NOT NULL DEFAULT '{}',
  ring_size text NOT NULL DEFAULT ''
);
