-- The cart that a customer fills, in every browser in which they are signed in. The row outlasts the sessions: a guest of
-- the same browser does not get the cart.
CREATE TABLE customer_carts (
  customer_id text PRIMARY KEY,
  cart_id text NOT NULL
);
CREATE INDEX ON customer_carts (cart_id);
