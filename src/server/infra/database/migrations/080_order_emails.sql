-- The order that an email is about, so that staff see the emails beside the order.
ALTER TABLE letters ADD COLUMN order_id text;
CREATE INDEX ON letters (order_id) WHERE order_id IS NOT NULL;
UPDATE letters SET order_id = split_part(once, ':', 2)
  WHERE once LIKE 'order-placed:%' OR once LIKE 'order-lapsed:%' OR once LIKE 'order-link:%';
UPDATE letters SET order_id = withdrawals.order_id
  FROM withdrawals WHERE once = 'withdrawal-received:' || withdrawals.id;
