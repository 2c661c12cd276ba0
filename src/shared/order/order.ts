import { Type, type Static } from 'typebox'

import { Address, LineItem, ShippingMethod, Taxes } from '../cart/cart.ts'
import { Gift } from '../cart/gift.ts'
import { nullable } from '../nullable.ts'

const Amount = Type.Integer()

/** `due`: its invoice is unpaid; `pending`: another provider has not captured the payment yet. */
export const OrderPayment = Type.Object({
  method: Type.Enum(['invoice', 'paypal', 'other']),
  state: Type.Enum(['due', 'pending', 'paid', 'partly_refunded', 'refunded', 'none']),
  amount_due: Type.Integer({ description: '0 unless `due`' }),
  amount_refunded: Type.Integer({ description: 'what was paid back; the totals of the order do not change' }),
  instructions: Type.Optional(
    Type.String({ description: 'if `due`: how to pay, as lines of text; missing if staff email it' }),
  ),
})
export type OrderPayment = Static<typeof OrderPayment>

export const OrderState = Type.Enum([
  'placed',
  'awaiting_payment',
  'paid',
  'preparing',
  'partly_shipped',
  'shipped',
  'partly_delivered',
  'delivered',
  'partly_returned',
  'returned',
  'refunded',
  'canceled',
])
export type OrderState = Static<typeof OrderState>

/** ISO days. */
export const OrderArrival = Type.Object({
  earliest: Type.String(),
  latest: Type.String(),
  if_paid_on: nullable(Type.String({ description: 'the payment day that this assumes; null if it is paid' })),
})
export type OrderArrival = Static<typeof OrderArrival>

export const Order = Type.Object({
  id: Type.String(),
  display_id: Type.Integer(),
  number: Type.String({ description: 'the number that shoppers see, such as K7QM-4T2X-5; it cannot be guessed' }),
  status: Type.String(),
  payment_status: Type.String(),
  fulfillment_status: Type.String(),
  created_at: Type.String(),
  currency_code: Type.String(),
  items: Type.Array(LineItem),
  item_total: Amount,
  original_item_total: Amount,
  shipping_total: Amount,
  discount_total: Amount,
  ...Taxes.properties,
  total: Amount,
  shipping_methods: Type.Array(ShippingMethod),
  held_until: nullable(
    Type.String({ description: 'ISO time: the stock of an unpaid order is reserved until then; null if it is paid' }),
  ),
  state: OrderState,
  payment: OrderPayment,
  arrival: nullable(OrderArrival),
  shipments: Type.Array(Type.Object({ number: Type.String(), url: nullable(Type.String()) })),
  /** Only for the visitor who holds the order's cookie, as are the fields below. */
  email: Type.Optional(nullable(Type.String())),
  shipping_address: Type.Optional(nullable(Address)),
  billing_address: Type.Optional(nullable(Address)),
  gift: Type.Optional(nullable(Gift)),
  /** If the visitor has found the order but not opened the link in its email. */
  masked: Type.Optional(Type.Object({ email: nullable(Type.String()), address: Type.Array(Type.String()) })),
})
export type Order = Static<typeof Order>

export const OrderAnswer = Type.Object({ order: Order })
export type OrderAnswer = Static<typeof OrderAnswer>

export const FindOrder = Type.Object(
  { number: Type.String({ maxLength: 40 }), email: Type.String({ maxLength: 320 }) },
  { additionalProperties: false },
)
export type FindOrder = Static<typeof FindOrder>

/** Without both, the server sends the link of the order that this browser has found. */
export const SendOrderLink = Type.Object(
  { number: Type.Optional(Type.String({ maxLength: 40 })), email: Type.Optional(Type.String({ maxLength: 320 })) },
  { additionalProperties: false },
)
export type SendOrderLink = Static<typeof SendOrderLink>

/** Only the order's email contains the token. */
export const OpenOrder = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 300 }) },
  { additionalProperties: false },
)
export type OpenOrder = Static<typeof OpenOrder>

export const OrderMessage = Type.Object({
  message: Type.String(),
})
export type OrderMessage = Static<typeof OrderMessage>

export const AnswerTransfer = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 200 }) },
  { additionalProperties: false },
)
export type AnswerTransfer = Static<typeof AnswerTransfer>

export const WithdrawnLine = Type.Object({
  id: Type.String(),
  title: Type.String(),
  label: nullable(Type.String({ description: 'metal and size; null if there was nothing to choose' })),
  quantity: Type.Integer({ minimum: 1 }),
})
export type WithdrawnLine = Static<typeof WithdrawnLine>

export const ReceivedWithdrawal = Type.Object({
  received_at: Type.String({ description: 'ISO time' }),
  lines: Type.Array(WithdrawnLine),
  waits_until: nullable(
    Type.String({
      description: 'ISO time: carried out then unless the link in the email takes it back; null if carried out at once',
    }),
  ),
})
export type ReceivedWithdrawal = Static<typeof ReceivedWithdrawal>

/** `statement` is signed. `email` is required if the page could not show the order. */
export const SendWithdrawal = Type.Object(
  {
    statement: Type.String({ maxLength: 32_000 }),
    email: Type.Optional(Type.String({ maxLength: 320 })),
    reason: Type.Optional(Type.String({ description: 'only the first thousand characters are stored' })),
  },
  { additionalProperties: false },
)
export type SendWithdrawal = Static<typeof SendWithdrawal>

export const WithdrawalAnswer = Type.Object({
  withdrawal: ReceivedWithdrawal,
  message: Type.String(),
})
export type WithdrawalAnswer = Static<typeof WithdrawalAnswer>
