import { Type, type Static } from 'typebox'

import { nullable } from '../nullable.ts'
import { Gift, TypedGift } from './gift.ts'
import { MAX_QUANTITY } from './max-quantity.ts'

/** Hundredths of the cart's currency. Lines and delivery contain tax if `tax_inclusive` is true. */
const Amount = Type.Integer()

const CLOSED = { additionalProperties: false }

/** No address has a line break or a link: the shop would email the link in its own name. */
export const Line = (maxLength: number) =>
  Type.String({ maxLength, pattern: '^(?!.*(?:://|[wW]{3}\\.))[^\\u0000-\\u001f\\u007f]*$' })
const InputLine = (maxLength: number) => Type.Optional(nullable(Line(maxLength)))
const OutputLine = Type.Optional(nullable(Type.String()))
const Id = (kind: string) => Type.String({ pattern: `^${kind}_[A-Za-z0-9]{1,64}$` })

export const TypedAddress = Type.Object(
  {
    first_name: InputLine(100),
    last_name: InputLine(100),
    company: InputLine(100),
    address_1: InputLine(200),
    address_2: InputLine(200),
    city: InputLine(100),
    province: InputLine(100),
    postal_code: InputLine(20),
    country_code: Type.Optional(nullable(Type.String({ pattern: '^[A-Za-z]{2}$' }))),
    phone: InputLine(40),
  },
  CLOSED,
)

/** No length limits, so that everything an administrator entered is shown. */
export const Address = Type.Object({
  first_name: OutputLine,
  last_name: OutputLine,
  company: OutputLine,
  address_1: OutputLine,
  address_2: OutputLine,
  city: OutputLine,
  province: OutputLine,
  postal_code: OutputLine,
  country_code: OutputLine,
  phone: OutputLine,
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
  lead_days: Type.Optional(Type.Integer({ description: 'working days of making, if it is made to order' })),
  tax_lines: Type.Array(Type.Object({ code: Type.String(), rate: Type.Number() })),
  adjustments: Type.Array(Type.Object({ amount: Amount, code: nullable(Type.String()) })),
  product_title: Type.String(),
  product_subtitle: nullable(Type.String()),
  product_handle: nullable(Type.String()),
  /** `Default variant` means that there is only one. Pages then show no label. */
  variant_title: Type.String(),
  size: nullable(Type.String()),
  color: nullable(Type.String({ description: 'the metal, in the language asked for' })),
  options: Type.Array(Type.String(), { description: 'what else was chosen: `Stone color: Blue`' }),
  engraving: nullable(Type.String()),
  variant: Type.Object({
    id: Type.String(),
    title: Type.String(),
    sku: nullable(Type.String()),
    /** Null if stock is not managed or back-orders are allowed. */
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

export const FUNDINGS = ['paypal', 'card', 'apple_pay', 'google_pay'] as const
const Funding = Type.Enum([...FUNDINGS])
export type Funding = Static<typeof Funding>

export const PaymentSession = Type.Object({
  id: Type.String(),
  provider_id: Type.String(),
  status: Type.String(),
  amount: Amount,
  /** To approve, for the visitor who holds the cart. Only an account at PayPal is approved on the page `url`. */
  approval: Type.Optional(Type.Object({ order_id: Type.String(), url: nullable(Type.String()), funding: Funding })),
})
export type PaymentSession = Static<typeof PaymentSession>

export const ShippingMethod = Type.Object({
  id: Type.String(),
  shipping_option_id: nullable(Type.String()),
  name: Type.String(),
  amount: Amount,
})
export type ShippingMethod = Static<typeof ShippingMethod>

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
  /** Before shipping, with discounts applied. */
  item_total: Amount,
  original_item_total: Amount,
  shipping_total: Amount,
  discount_total: Amount,
  ...Taxes.properties,
  total: Amount,
  tax_at_checkout: Type.Boolean({ description: 'true if the address decides whether tax is added' }),
  tax_pending: Type.Optional(
    Type.Boolean({ description: 'true in a browser while a change is pending: the tax is not known' }),
  ),
  shipping_methods: Type.Array(ShippingMethod),
  delivery_from: nullable(
    Type.Integer({ description: 'the price of the cheapest delivery method; null if it is only known in checkout' }),
  ),
  payment_collection: nullable(Type.Object({ id: Type.String(), payment_sessions: Type.Array(PaymentSession) })),
  promo_codes: Type.Array(Type.String()),
  /** Only for the visitor who holds the cart's cookie, as are the fields below. */
  email: Type.Optional(nullable(Type.String())),
  shipping_address: Type.Optional(nullable(Address)),
  billing_address: Type.Optional(nullable(Address)),
  gift: Type.Optional(nullable(Gift)),
})
export type Cart = Static<typeof Cart>

export const CartAnswer = Type.Object({
  cart: Cart,
  notice: Type.Optional(Type.String()),
})
export type CartAnswer = Static<typeof CartAnswer>

export const CurrentCartAnswer = Type.Object({ cart: nullable(Cart) })
export type CurrentCartAnswer = Static<typeof CurrentCartAnswer>

/** `region_id` is '' if the browser could not find the region. */
export const CreateCart = Type.Object(
  { region_id: Type.Optional(Type.String({ pattern: '^(reg_[A-Za-z0-9]{1,64})?$' })) },
  CLOSED,
)
export type CreateCart = Static<typeof CreateCart>

export const SkippedItem = Type.Object({ variant_id: Type.String(), title: Type.String() })
export type SkippedItem = Static<typeof SkippedItem>

export const RecreatedCartAnswer = Type.Object({ ...CartAnswer.properties, skipped: Type.Array(SkippedItem) })
export type RecreatedCartAnswer = Static<typeof RecreatedCartAnswer>

export const UpdateCart = Type.Object(
  {
    step: Type.Optional(Type.Enum(['contact', 'address', 'details'])),
    email: Type.Optional(Type.String({ maxLength: 254 })),
    shipping_address: Type.Optional(TypedAddress),
    billing_address: Type.Optional(TypedAddress),
    /** If the address rules it out, the cart is saved without one, with a notice. */
    option_id: Type.Optional(Id('so')),
    /** Rejected if the parcel can't be there by the date. */
    gift: Type.Optional(TypedGift),
    save_address: Type.Optional(Type.Boolean()),
    region_id: Type.Optional(Id('reg')),
    /** Codes of the cart that are not in this list are removed. */
    promo_codes: Type.Optional(Type.Array(Line(100), { maxItems: 10 })),
    /** Without it, a new currency after the payment has started is refused: 409 `{reason: 'currency', from, to}`. */
    confirm_currency: Type.Optional(Type.Boolean()),
  },
  CLOSED,
)
export type UpdateCart = Static<typeof UpdateCart>

/** Far longer than any piece can have, so that the error names the product's own limit. */
const Engraving = Type.Optional(Type.String({ maxLength: 2000 }))

const ShownPrice = Type.Optional(
  Type.String({
    pattern: '^\\d{1,12} [A-Z]{3}$',
    description: 'the unit price that the page showed, in hundredths: `46500 USD`; if it has changed, `notice` says so',
  }),
)

export const AddLineItem = Type.Object(
  {
    variant_id: Id('variant'),
    quantity: Type.Integer({ minimum: 1, maximum: MAX_QUANTITY }),
    engraving: Engraving,
    shown_price: ShownPrice,
  },
  CLOSED,
)
export type AddLineItem = Static<typeof AddLineItem>

export const UpdateLineItem = Type.Object(
  {
    quantity: Type.Integer({ minimum: 0, maximum: MAX_QUANTITY }),
    base: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 9999,
        description:
          'the quantity that the client changed: the line changes by the difference, also if it has another one by now',
      }),
    ),
    write: Type.Optional(
      Type.Object(
        {
          operation: Type.String({ pattern: String.raw`^[\w.]{1,40}$` }),
          number: Type.Integer({ minimum: 1, maximum: 1e9 }),
        },
        {
          ...CLOSED,
          description:
            'a request may be sent again: of those with one `operation`, which have one `base`, only the one with the highest `number` counts',
        },
      ),
    ),
    engraving: Engraving,
    shown_price: ShownPrice,
  },
  CLOSED,
)
export type UpdateLineItem = Static<typeof UpdateLineItem>

export const ShippingOptionList = Type.Object({
  shipping_options: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      amount: Amount,
      days: nullable(
        Type.String({
          description:
            'when an order placed now arrives: `Mon 30 Nov – Thu 3 Dec`; null if the operator has set no time',
        }),
      ),
      latest: nullable(Type.String({ description: 'the last of these days: `2026-12-03`' })),
    }),
  ),
})
export type ShippingOptionList = Static<typeof ShippingOptionList>

export const AddShippingMethod = Type.Object({ option_id: Id('so') }, CLOSED)
export type AddShippingMethod = Static<typeof AddShippingMethod>

export const PaymentProviderList = Type.Object({
  payment_providers: Type.Array(Type.Object({ id: Type.String() })),
})
export type PaymentProviderList = Static<typeof PaymentProviderList>

const PaymentProviderId = Type.String({ pattern: '^pp_[A-Za-z0-9_-]+$', maxLength: 100 })

export const CreatePaymentSession = Type.Object(
  { provider_id: PaymentProviderId, funding: Type.Optional(Funding) },
  CLOSED,
)
export type CreatePaymentSession = Static<typeof CreatePaymentSession>

export const PaymentSessionAnswer = Type.Object({ cart: Cart, payment_session: PaymentSession })
export type PaymentSessionAnswer = Static<typeof PaymentSessionAnswer>

/**
 * `provider_id` starts a payment session if there is none. The order is refused if the cart's total is not `total`. With
 * `follow`, the client opens the `details.page` of an error.
 */
export const CompleteCart = Type.Object(
  {
    provider_id: Type.Optional(PaymentProviderId),
    total: Type.Optional(Amount),
    follow: Type.Optional(Type.Boolean()),
  },
  CLOSED,
)
export type CompleteCart = Static<typeof CompleteCart>
