/**
 * The types that the specification only names, and those of our client. The compiler is the test: if a
 * type is `any` or has no fields, `npm run check` fails. The file is never run.
 */
import type { StaffApi } from '#server/medusa/admin/staff-api.ts'

type Answer<Call> = Call extends (...args: never[]) => Promise<infer Given> ? Given : never
type KeysOfEach<Union> = Union extends unknown ? keyof Union : never
type FieldOf<Union, Name> = Union extends unknown ? (Name extends keyof Union ? Union[Name] : never) : never

/** Type of a property of a call's response; for a list, of one item. */
type Given<
  Resource extends keyof StaffApi,
  Method extends keyof StaffApi[Resource],
  Name extends KeysOfEach<Answer<StaffApi[Resource][Method]>>,
> =
  FieldOf<Answer<StaffApi[Resource][Method]>, Name> extends infer Thing
    ? NonNullable<Thing> extends readonly (infer One)[]
      ? One
      : NonNullable<Thing>
    : never

type IsTyped<Thing> = 0 extends 1 & Thing ? false : [Thing] extends [never] ? false : HasFields<Thing>
type HasFields<Thing> = 'no such field' extends keyof Thing ? false : [keyof Thing] extends [never] ? false : true

interface Resources {
  apiKey: Given<'apiKey', 'retrieve', 'api_key'>
  campaign: Given<'campaign', 'retrieve', 'campaign'>
  category: Given<'productCategory', 'retrieve', 'product_category'>
  claim: Given<'claim', 'retrieve', 'claim'>
  collection: Given<'productCollection', 'retrieve', 'collection'>
  creditLine: Given<'order', 'createCreditLine', 'order'>
  currency: Given<'currency', 'retrieve', 'currency'>
  customer: Given<'customer', 'retrieve', 'customer'>
  customerGroup: Given<'customerGroup', 'retrieve', 'customer_group'>
  draftOrder: Given<'draftOrder', 'retrieve', 'draft_order'>
  exchange: Given<'exchange', 'retrieve', 'exchange'>
  fulfillment: Given<'fulfillment', 'create', 'fulfillment'>
  fulfillmentProvider: Given<'fulfillmentProvider', 'list', 'fulfillment_providers'>
  fulfillmentSet: Given<'fulfillmentSet', 'createServiceZone', 'fulfillment_set'>
  inventoryItem: Given<'inventoryItem', 'retrieve', 'inventory_item'>
  invite: Given<'invite', 'retrieve', 'invite'>
  locationLevel: Given<'inventoryItem', 'listLevels', 'inventory_levels'>
  notification: Given<'notification', 'retrieve', 'notification'>
  option: Given<'product', 'retrieveOption', 'product_option'>
  order: Given<'order', 'retrieve', 'order'>
  orderChange: Given<'order', 'listChanges', 'order_changes'>
  orderEdit: Given<'orderEdit', 'initiateRequest', 'order_change'>
  payment: Given<'payment', 'retrieve', 'payment'>
  paymentCollection: Given<'paymentCollection', 'create', 'payment_collection'>
  plugin: Given<'plugin', 'list', 'plugins'>
  priceList: Given<'priceList', 'retrieve', 'price_list'>
  pricePreference: Given<'pricePreference', 'retrieve', 'price_preference'>
  product: Given<'product', 'retrieve', 'product'>
  promotion: Given<'promotion', 'retrieve', 'promotion'>
  refundReason: Given<'refundReason', 'retrieve', 'refund_reason'>
  region: Given<'region', 'retrieve', 'region'>
  reservation: Given<'reservation', 'retrieve', 'reservation'>
  return: Given<'return', 'retrieve', 'return'>
  returnReason: Given<'returnReason', 'retrieve', 'return_reason'>
  salesChannel: Given<'salesChannel', 'retrieve', 'sales_channel'>
  serviceZone: Given<'fulfillmentSet', 'retrieveServiceZone', 'service_zone'>
  shippingOption: Given<'shippingOption', 'retrieve', 'shipping_option'>
  shippingOptionType: Given<'shippingOptionType', 'retrieve', 'shipping_option_type'>
  shippingProfile: Given<'shippingProfile', 'retrieve', 'shipping_profile'>
  stockLocation: Given<'stockLocation', 'retrieve', 'stock_location'>
  store: Given<'store', 'retrieve', 'store'>
  tag: Given<'productTag', 'retrieve', 'product_tag'>
  taxProvider: Given<'taxProvider', 'list', 'tax_providers'>
  taxRate: Given<'taxRate', 'retrieve', 'tax_rate'>
  taxRegion: Given<'taxRegion', 'retrieve', 'tax_region'>
  type: Given<'productType', 'retrieve', 'product_type'>
  user: Given<'user', 'retrieve', 'user'>
  variant: Given<'product', 'retrieveVariant', 'variant'>
  viewConfiguration: Given<'views', 'retrieveConfiguration', 'view_configuration'>
  workflowExecution: Given<'workflowExecution', 'retrieve', 'workflow_execution'>
}

type Untyped = { [Name in keyof Resources]: IsTyped<Resources[Name]> extends true ? never : Name }[keyof Resources]

/** Fails to compile with the names of untyped resources, if there are any. */
export const UNTYPED: [Untyped] extends [never] ? 'none' : Untyped = 'none'
