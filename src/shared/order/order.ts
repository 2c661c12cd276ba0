import { Type, type Static } from 'typebox'

import { Address, LineItem, ShippingMethod, Taxes } from '../cart/cart.ts'
import { nullable } from '../nullable.ts'

const Amount = Type.Integer()

/** How an order is paid. `due`: its invoice is to be paid; `pending`: another provider has not taken the money yet. */
export const OrderPayment = Type.Object({
  method: Type.Enum(['invoice', 'paypal', 'other']),
  state: Type.Enum(['due', 'pending', 'paid', 'partly_refunded', 'refunded', 'none']),
  amount_due: Type.Integer({ description: '0 unless `due`' }),
})
export type OrderPayment = Static<typeof OrderPayment>

/** What has become of an order, from the backend's statuses of order, payment and delivery. */
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

/** Days as `2026-11-30`. */
export const OrderArrival = Type.Object({
  earliest: Type.String(),
  latest: Type.String(),
  if_paid_on: nullable(Type.String({ description: 'the day that this counts on the payment; null where it is paid' })),
})
export type OrderArrival = Static<typeof OrderArrival>

export const Order = Type.Object({
  id: Type.String(),
  display_id: Type.Integer(),
  number: Type.String({ description: 'what people call the order, such as K7QM-4T2X-5; it cannot be guessed' }),
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
    Type.String({ description: 'ISO time: the pieces of an unpaid order are held until then; null where it is paid' }),
  ),
  state: OrderState,
  payment: OrderPayment,
  arrival: nullable(OrderArrival),
  /** Of the parcels that have left; `url` is the carrier's page. */
  shipments: Type.Array(Type.Object({ number: Type.String(), url: nullable(Type.String()) })),
  /** Personal fields: present only for the visitor who holds the order's cookie. */
  email: Type.Optional(nullable(Type.String())),
  shipping_address: Type.Optional(nullable(Address)),
  billing_address: Type.Optional(nullable(Address)),
  /** In place of the personal fields, for a visitor who has found the order and not opened the link of its email. */
  masked: Type.Optional(Type.Object({ email: nullable(Type.String()), address: Type.Array(Type.String()) })),
})
export type Order = Static<typeof Order>

export const OrderAnswer = Type.Object({ order: Order })
export type OrderAnswer = Static<typeof OrderAnswer>

/** What a guest knows of an order: the number that they were given and the email address that it was placed with. */
export const FindOrder = Type.Object(
  { number: Type.String({ maxLength: 40 }), email: Type.String({ maxLength: 320 }) },
  { additionalProperties: false },
)
export type FindOrder = Static<typeof FindOrder>

/** Without both the link of the order that this browser has found is meant. */
export const SendOrderLink = Type.Object(
  { number: Type.Optional(Type.String({ maxLength: 40 })), email: Type.Optional(Type.String({ maxLength: 320 })) },
  { additionalProperties: false },
)
export type SendOrderLink = Static<typeof SendOrderLink>

/** The token is in the order's own email, and nowhere else. */
export const OpenOrder = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 300 }) },
  { additionalProperties: false },
)
export type OpenOrder = Static<typeof OpenOrder>

export const OrderMessage = Type.Object({
  /** What has happened, in the language asked for. */
  message: Type.String(),
})
export type OrderMessage = Static<typeof OrderMessage>

/** The token is in the email that asks the order's owner, and nowhere else. */
export const AnswerTransfer = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 200 }) },
  { additionalProperties: false },
)
export type AnswerTransfer = Static<typeof AnswerTransfer>

export const TransferAnswered = Type.Object({
  /** What has happened, in the language asked for. */
  message: Type.String(),
})
export type TransferAnswered = Static<typeof TransferAnswered>

/** A quantity of one order line, in the words of the declaration. */
export const WithdrawnLine = Type.Object({
  /** Of the order's line. */
  id: Type.String(),
  title: Type.String(),
  label: nullable(Type.String({ description: 'metal and size, where there was something to choose' })),
  quantity: Type.Integer({ minimum: 1 }),
})
export type WithdrawnLine = Static<typeof WithdrawnLine>

/** A declaration that has reached us. */
export const ReceivedWithdrawal = Type.Object({
  received_at: Type.String({ description: 'ISO time' }),
  lines: Type.Array(WithdrawnLine),
  waits_until: nullable(
    Type.String({
      description: 'ISO time: carried out then, unless the link in the email takes it back; null at once',
    }),
  ),
})
export type ReceivedWithdrawal = Static<typeof ReceivedWithdrawal>

/**
 * `statement` is the signed text that the page showed for confirmation. `email` is asked for if the page could not show
 * the order, and has to be the order's own.
 */
export const SendWithdrawal = Type.Object(
  {
    statement: Type.String({ maxLength: 32_000 }),
    email: Type.Optional(Type.String({ maxLength: 320 })),
    reason: Type.Optional(Type.String({ description: 'the first thousand characters are kept' })),
  },
  { additionalProperties: false },
)
export type SendWithdrawal = Static<typeof SendWithdrawal>

export const WithdrawalAnswer = Type.Object({
  withdrawal: ReceivedWithdrawal,
  /** What happens next, in the language asked for. */
  message: Type.String(),
})
export type WithdrawalAnswer = Static<typeof WithdrawalAnswer>
