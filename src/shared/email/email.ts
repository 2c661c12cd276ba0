import type { Gift } from '../cart/gift.ts'
import type { Locale } from '../i18n/locale.ts'
import type { Order, OrderArrival, OrderPayment } from '../order/order.ts'

export interface EmailProduct {
  title: string
  url: string
  picture: { url: string; alt: string } | null
  /** In the email's language, with the currency. */
  price: string | null
  options: { title: string; value: string }[]
}

export interface EmailOrder {
  number: string
  lines: { title: string; label: string | null; quantity: number; total: number; picture: string | null }[]
  isEngraved: boolean
  gift: Gift | null
  /** Integer hundredths of `currency`, like every amount here. */
  subtotal: number
  shipping: number
  tax: number
  taxInclusive: boolean
  discount: number
  total: number
  refunded: number
  /** ISO 4217, upper case. */
  currency: string
  address: string[]
  delivery: string | null
}

/** URLs are absolute, times are ISO. */
export interface EmailFacts {
  'confirm-subscription': { confirmUrl: string }
  welcome: { shopUrl: string }
  'gift-hint': {
    message: string | null
    senderName: string | null
    piece: EmailProduct | null
    shopUrl: string
    stopUrl: string
  }
  'confirm-stock-alert': { piece: EmailProduct; confirmUrl: string }
  'back-in-stock': { piece: EmailProduct; stopUrl: string }
  'order-placed': {
    order: EmailOrder
    orderUrl: string
    /** ISO time; null if the order is paid, or reserved without limit. */
    heldUntil: string | null
    payment: OrderPayment
    arrival: OrderArrival | null
  }
  'account-link': {
    purpose: 'sign-in' | 'register' | 'password' | 'allow-change' | 'change-email'
    url: string
    /** Of `allow-change`: the coming address of the account. */
    next?: string
    minutes: number
  }
  'account-notice': {
    kind: 'new-device' | 'password-changed' | 'passkey-added' | 'passkey-removed'
    device: string
    at: string
    accountUrl: string
  }
  /** `taken`: the new address has another account. */
  'account-email': {
    kind: 'changed' | 'taken'
    email: string
    at: string
    url: string
  }
  'account-deletion': {
    kind: 'begun' | 'canceled' | 'done'
    due: string
    url: string
  }
  'order-link': { orderNumber: string; orderUrl: string }
  'order-lapsed': { orderNumber: string; heldUntil: string | null; shopUrl: string }
  'order-shipped': {
    orderNumber: string
    orderUrl: string
    isPart: boolean
    delivery: string | null
    tracking: Order['shipments']
    arrival: OrderArrival | null
  }
  /** In integer hundredths, as is `refunded`. */
  'order-refunded': { orderNumber: string; orderUrl: string; amount: number; currency: string }
  'order-canceled': { orderNumber: string; orderUrl: string; refunded: number; currency: string }
  'order-news': { orderNumber: string; total: number; currency: string; dashboardUrl: string | null }
  'withdrawal-received': {
    orderNumber: string
    receivedAt: string
    /** Empty for the whole order. */
    lines: { title: string; label: string | null; quantity: number }[]
    reason: string | null
    comesBack: boolean
    staysHere: boolean
    /** If the withdrawal was declared without the link in the order's email. */
    takeBack: { url: string; until: string } | null
  }
  /** All texts but the product's are the shopper's. */
  'contact-message': {
    name: string
    email: string
    message: string
    orderNumber: string | null
    product: { title: string; url: string } | null
  }
  'transfer-requested': { orderNumber: string; answerUrl: string }
}
export type EmailName = keyof EmailFacts

export type Email = {
  [Name in EmailName]: { name: Name; locale: Locale; facts: EmailFacts[Name] }
}[EmailName]

export interface EmailContext {
  brand: string
  origin: string
  preferencesUrl: string | null
}

export interface RenderedEmail {
  subject: string
  html: string
  text: string
}
