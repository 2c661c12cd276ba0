import { ContainerRegistrationKeys } from '@medusajs/framework/utils'

/**
 * The outbox: triggers write a row in the transaction of what happened to an order. Conditions are in the functions,
 * because a migration of Medusa cannot change a column that a trigger's own definition names.
 */
const SQL = `
CREATE TABLE storefront_event (
  id text PRIMARY KEY,
  kind text NOT NULL,
  order_id text NOT NULL,
  data jsonb NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION write_storefront_event(kind text, subject text, order_id text, data jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO storefront_event (id, kind, order_id, data) VALUES (kind || ':' || subject, kind, order_id, data)
  ON CONFLICT (id) DO NOTHING
$$;

-- As isIncomplete() in src/orders/one-order.ts.
CREATE FUNCTION is_placed_order(is_draft boolean, metadata jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT NOT is_draft AND (metadata->>'cart_id' IS NULL OR metadata->>'is_whole' IS NOT DISTINCT FROM 'true')
$$;

CREATE FUNCTION note_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_placed_order(NEW.is_draft_order, NEW.metadata) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' OR NOT is_placed_order(OLD.is_draft_order, OLD.metadata) THEN
    PERFORM write_storefront_event('order-placed', NEW.id, NEW.id,
      jsonb_build_object('request_id', NEW.metadata->>'request_id'));
  ELSIF NEW.status = 'canceled' AND OLD.status <> 'canceled' THEN
    IF NEW.metadata->>'lapsed_at' IS NULL THEN
      PERFORM write_storefront_event('order-canceled', NEW.id, NEW.id, '{}');
    ELSE
      PERFORM write_storefront_event('order-lapsed', NEW.id, NEW.id,
        jsonb_build_object('held_until', NEW.metadata->>'lapsed_at'));
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER storefront_event AFTER INSERT OR UPDATE ON "order" FOR EACH ROW EXECUTE FUNCTION note_order();

-- What comes back from a buyer is linked to a return, not to an order.
CREATE FUNCTION note_shipment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.shipped_at IS NULL AND NEW.shipped_at IS NOT NULL
    AND NEW.metadata->>'no_notification' IS DISTINCT FROM 'true' THEN
    PERFORM write_storefront_event('order-shipped', NEW.id, link.order_id, jsonb_build_object('fulfillment_id', NEW.id))
    FROM order_fulfillment AS link WHERE link.fulfillment_id = NEW.id AND link.deleted_at IS NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER storefront_event AFTER UPDATE ON fulfillment FOR EACH ROW EXECUTE FUNCTION note_shipment();

-- What a cancellation pays back refers to the payment. The event of the cancellation covers it.
CREATE FUNCTION note_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.reference = 'refund' AND NEW.reference_id LIKE 'ref\\_%' THEN
    PERFORM write_storefront_event('order-refunded', NEW.reference_id, NEW.order_id,
      jsonb_build_object('amount', abs(NEW.amount)));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER storefront_event AFTER INSERT ON order_transaction FOR EACH ROW EXECUTE FUNCTION note_refund();

-- Without a token, a transfer cannot be answered.
CREATE FUNCTION note_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.change_type = 'transfer' AND NEW.status = 'requested' AND OLD.status <> 'requested' THEN
    PERFORM write_storefront_event('transfer-requested', NEW.id, NEW.order_id,
      jsonb_build_object('token', action.details->>'token'))
    FROM order_change_action AS action
    WHERE action.order_change_id = NEW.id AND action.action = 'TRANSFER_CUSTOMER'
      AND action.details->>'token' IS NOT NULL AND action.deleted_at IS NULL
    LIMIT 1;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER storefront_event AFTER UPDATE ON order_change FOR EACH ROW EXECUTE FUNCTION note_transfer();
`

/** @param {{ container: import('@medusajs/framework/types').MedusaContainer }} context */
export default async function createStorefrontEvents({ container }) {
  await container.resolve(ContainerRegistrationKeys.PG_CONNECTION).raw(SQL)
}
