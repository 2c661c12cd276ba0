/** A payment without an order, or an order without its payment. No one's address is in it. */
export interface Stranded {
  kind: 'paid-without-order' | 'order-without-payment'
  /** ISO time. */
  at: string
  /** Integer hundredths. */
  amount: number
  /** ISO 4217, upper case. */
  currency: string
  cartId: string | null
  orderId: string | null
  /** What shoppers and staff call the order. */
  orderNumber: string | null
  /** Of the payment, such as `pp_paypal_paypal`. */
  provider: string | null
  /** What the provider calls the payment. */
  providerReference: string | null
}
