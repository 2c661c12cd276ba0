import { Type, type Static } from 'typebox'

import { nullable } from '../nullable.ts'

/**
 * Every amount is in integer hundredths of the cart's currency. Amounts of lines and of delivery are as prices are
 * shown in the region: with tax if `tax_inclusive`, otherwise without.
 */
const Amount = Type.Integer()

/** Of what we are sent: a field that we do not know is refused, not ignored. */
const CLOSED = { additionalProperties: false }

/** One line of text from a form: the backend fails at NUL, and an address line contains no line break. */
const Line = (maxLength: number) => Type.String({ maxLength, pattern: '^[^\\u0000-\\u001f\\u007f]*$' })
const TypedLine = (maxLength: number) => Type.Optional(nullable(Line(maxLength)))
const AnsweredLine = Type.Optional(nullable(Type.String()))
const Id = (kind: string) => Type.String({ pattern: `^${kind}_[A-Za-z0-9]{1,64}$` })

/** An address as we are sent it. */
export const TypedAddress = Type.Object(
  {
    first_name: TypedLine(100),
    last_name: TypedLine(100),
    company: TypedLine(100),
    address_1: TypedLine(200),
    address_2: TypedLine(200),
    city: TypedLine(100),
    province: TypedLine(100),
    postal_code: TypedLine(20),
    country_code: Type.Optional(nullable(Type.String({ pattern: '^[A-Za-z]{2}$' }))),
    phone: TypedLine(40),
  },
  CLOSED,
)

/** An address as we answer it: whatever the back office wrote is shown. */
export const Address = Type.Object({
  first_name: AnsweredLine,
  last_name: AnsweredLine,
  company: AnsweredLine,
  address_1: AnsweredLine,
  address_2: AnsweredLine,
  city: AnsweredLine,
  province: AnsweredLine,
  postal_code: AnsweredLine,
  country_code: AnsweredLine,
  phone: AnsweredLine,
})
export type Address = Static<typeof Address>

export const LineItem = Type.Object({
  id: Type.String(),
  cart_id: Type.String(),
  variant_id: Type.String(),
  quantity: Type.Integer(),
  title: Type.String(),
  description: Type.String(),
  thumbnail: nullable(Type.String({ description: 'an image source, as in Image.url' })),
  unit_price: Amount,
  original_unit_price: Amount,
  total: Amount,
  original_total: Amount,
  tax_total: Amount,
  discount_total: Amount,
  gift_card_total: Amount,
  tax_lines: Type.Array(Type.Object({ code: Type.String(), rate: Type.Number() })),
  adjustments: Type.Array(Type.Object({ amount: Amount, code: nullable(Type.String()) })),
  product_title: Type.String(),
  product_subtitle: nullable(Type.String()),
  product_handle: nullable(Type.String()),
  /** `Default variant` means that the product has one variant and no label is shown. */
  variant_title: Type.String(),
  size: nullable(Type.String()),
  color: nullable(Type.String({ description: 'the metal, in the language asked for' })),
  variant: Type.Object({
    id: Type.String(),
    title: Type.String(),
    sku: nullable(Type.String()),
    /** The quantity that can be sold now; null if stock is not managed or backorders are allowed. */
    available: nullable(Type.Integer()),
    product: Type.Object({ id: Type.String(), title: Type.String(), handle: nullable(Type.String()) }),
  }),
  is_return: Type.Boolean(),
  is_giftcard: Type.Boolean(),
  should_merge: Type.Boolean(),
  allow_discounts: Type.Boolean(),
  has_shipping: Type.Boolean(),
  created_at: Type.String(),
  updated_at: Type.String(),
})
export type LineItem = Static<typeof LineItem>

export const PaymentSession = Type.Object({
  id: Type.String(),
  provider_id: Type.String(),
  status: Type.String(),
  amount: Amount,
  /** The provider's page on which the shopper approves the payment; present only for the holder of the cart. */
  approval: Type.Optional(Type.Object({ order_id: Type.String(), url: Type.String() })),
})
export type PaymentSession = Static<typeof PaymentSession>

export const ShippingMethod = Type.Object({
  id: Type.String(),
  shipping_option_id: nullable(Type.String()),
  name: Type.String(),
  amount: Amount,
})
export type ShippingMethod = Static<typeof ShippingMethod>

/** What a cart or an order says of its taxes. */
export const Taxes = Type.Object({
  tax_inclusive: Type.Boolean({ description: 'whether the amounts of items and of delivery contain the tax' }),
  tax_total: Amount,
  item_tax_total: Amount,
  shipping_tax_total: Amount,
})
export type Taxes = Static<typeof Taxes>

export const Cart = Type.Object({
  id: Type.String(),
  status: Type.Union([Type.Literal('open'), Type.Literal('completed')]),
  region_id: Type.String(),
  currency_code: Type.String({ description: 'ISO 4217, upper case' }),
  items: Type.Array(LineItem),
  /** Items alone, before shipping, discounts applied. */
  item_total: Amount,
  original_item_total: Amount,
  shipping_total: Amount,
  discount_total: Amount,
  ...Taxes.properties,
  /** The sum of items and delivery, plus the tax if they do not contain it. */
  total: Amount,
  tax_at_checkout: Type.Boolean({ description: 'true where only an address will tell whether tax is added' }),
  tax_pending: Type.Optional(
    Type.Boolean({ description: 'true in a browser while a change waits for the backend: the tax is not known' }),
  ),
  shipping_methods: Type.Array(ShippingMethod),
  delivery_from: nullable(
    Type.Integer({ description: 'what the cheapest way of delivery costs; null where only the checkout tells' }),
  ),
  payment_collection: nullable(Type.Object({ id: Type.String(), payment_sessions: Type.Array(PaymentSession) })),
  promo_codes: Type.Array(Type.String()),
  /** Personal fields: present only for the visitor who holds the cart's cookie. */
  email: Type.Optional(nullable(Type.String())),
  shipping_address: Type.Optional(nullable(Address)),
  billing_address: Type.Optional(nullable(Address)),
})
export type Cart = Static<typeof Cart>

export const CartAnswer = Type.Object({
  cart: Cart,
  /** Said politely to the shopper, in their language: a quantity that was clamped to stock, say. */
  notice: Type.Optional(Type.String()),
})
export type CartAnswer = Static<typeof CartAnswer>

/** The cart of the visitor's cookie; null if there is none yet. */
export const CurrentCartAnswer = Type.Object({ cart: nullable(Cart) })
export type CurrentCartAnswer = Static<typeof CurrentCartAnswer>

/** '' is a region that the browser could not learn: the visitor's own. */
export const CreateCart = Type.Object(
  { region_id: Type.Optional(Type.String({ pattern: '^(reg_[A-Za-z0-9]{1,64})?$' })) },
  CLOSED,
)
export type CreateCart = Static<typeof CreateCart>

/** As above. */
export const RecreateCart = CreateCart

export const SkippedItem = Type.Object({ variant_id: Type.String(), title: Type.String() })
export type SkippedItem = Static<typeof SkippedItem>

/** The new cart, and the products of the old one that could not be had. */
export const RecreatedCartAnswer = Type.Object({ ...CartAnswer.properties, skipped: Type.Array(SkippedItem) })
export type RecreatedCartAnswer = Static<typeof RecreatedCartAnswer>

export const UpdateCart = Type.Object(
  {
    /** The step of checkout that this is all of: what is missing in it is refused by name. */
    step: Type.Optional(Type.Union([Type.Literal('contact'), Type.Literal('address')])),
    email: Type.Optional(Type.String({ maxLength: 254 })),
    shipping_address: Type.Optional(TypedAddress),
    billing_address: Type.Optional(TypedAddress),
    region_id: Type.Optional(Id('reg')),
    /** The whole list: a code that is not in it is taken off. */
    promo_codes: Type.Optional(Type.Array(Line(100), { maxItems: 10 })),
    /** Without it, a cart with a payment under way keeps its currency: 409 `{reason: 'currency', from, to}`. */
    confirm_currency: Type.Optional(Type.Boolean()),
  },
  CLOSED,
)
export type UpdateCart = Static<typeof UpdateCart>

export const AddLineItem = Type.Object(
  {
    variant_id: Id('variant'),
    quantity: Type.Integer({ minimum: 1, maximum: 99 }),
  },
  CLOSED,
)
export type AddLineItem = Static<typeof AddLineItem>

export const UpdateLineItem = Type.Object({ quantity: Type.Integer({ minimum: 0, maximum: 99 }) }, CLOSED)
export type UpdateLineItem = Static<typeof UpdateLineItem>

export const ShippingOptionList = Type.Object({
  shipping_options: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), amount: Amount })),
})
export type ShippingOptionList = Static<typeof ShippingOptionList>

export const AddShippingMethod = Type.Object({ option_id: Id('so') }, CLOSED)
export type AddShippingMethod = Static<typeof AddShippingMethod>

export const PaymentProviderList = Type.Object({
  payment_providers: Type.Array(Type.Object({ id: Type.String() })),
})
export type PaymentProviderList = Static<typeof PaymentProviderList>

const PaymentProviderId = Type.String({ pattern: '^pp_[A-Za-z0-9_-]+$', maxLength: 100 })

export const CreatePaymentSession = Type.Object({ provider_id: PaymentProviderId }, CLOSED)
export type CreatePaymentSession = Static<typeof CreatePaymentSession>

export const PaymentSessionAnswer = Type.Object({ cart: Cart, payment_session: PaymentSession })
export type PaymentSessionAnswer = Static<typeof PaymentSessionAnswer>

/**
 * `provider_id` first starts a payment session if the cart has none of that provider. With `follow`, a refusal names
 * the page (`details.page`) to which the client takes the shopper; its message is shown there as after a form.
 */
export const CompleteCart = Type.Object(
  { provider_id: Type.Optional(PaymentProviderId), follow: Type.Optional(Type.Boolean()) },
  CLOSED,
)
export type CompleteCart = Static<typeof CompleteCart>
