import type { Gift } from '../cart/gift.ts'
import type { Locale } from '../i18n/locale.ts'
import type { Order, OrderArrival, OrderPayment } from '../order/order.ts'

/** Both URLs are absolute. */
export interface EmailProduct {
  title: string
  url: string
  picture: { url: string; alt: string } | null
  /** Formatted in the email's language, with the currency. */
  price: string | null
  /** For example metal and size, in the email's language. */
  options: { title: string; value: string }[]
}

export interface EmailOrder {
  number: string
  lines: { title: string; label: string | null; quantity: number; total: number; picture: string | null }[]
  /** Missing from emails queued by an earlier version, like `gift`. */
  isEngraved?: boolean
  gift?: Gift | null
  /** Integer hundredths of `currency`, like every amount here. */
  subtotal: number
  shipping: number
  tax: number
  /** Missing from emails queued by an earlier version; then it is true. */
  taxInclusive?: boolean
  discount: number
  total: number
  /** Missing from emails queued by an earlier version. */
  refunded?: number
  /** ISO 4217, upper case. */
  currency: string
  address: string[]
  delivery: string | null
}

/** Every URL is absolute. */
export interface EmailFacts {
  'confirm-subscription': { confirmUrl: string }
  welcome: { shopUrl: string }
  'gift-hint': {
    message: string | null
    /** Missing from emails queued by an earlier version. */
    senderName?: string | null
    piece: EmailProduct | null
    shopUrl: string
    /** Stops all hints to this recipient. */
    stopUrl: string
  }
  /** `confirmUrl` is also the link that stops the alerts. */
  'confirm-stock-alert': { piece: EmailProduct; confirmUrl: string }
  'back-in-stock': { piece: EmailProduct; stopUrl: string }
  'order-placed': {
    order: EmailOrder
    /** Missing from emails queued by an earlier version. */
    orderUrl?: string
    /** The end of the stock reservation (ISO time); null if the order is paid, or reserved without limit. */
    heldUntil?: string | null
    /** Missing from emails queued by an earlier version, like `arrival`. */
    payment?: OrderPayment
    /** Null if the delivery method has no known duration. */
    arrival?: OrderArrival | null
  }
  'account-link': {
    purpose: 'sign-in' | 'register' | 'password' | 'allow-change' | 'change-email'
    url: string
    /** Only of `allow-change`: the address that the account is about to have. */
    next?: string
    minutes: number
  }
  'account-notice': {
    kind: 'new-device' | 'password-changed' | 'passkey-added' | 'passkey-removed'
    /** The browser and the system; `—` if unknown. */
    device: string
    /** ISO time. */
    at: string
    accountUrl: string
  }
  /** The address of the account has changed (`changed`), or has another account (`taken`). */
  'account-email': {
    kind: 'changed' | 'taken'
    /** The new address. */
    email: string
    /** ISO time. */
    at: string
    /** The page to sign in, or the contact page if the recipient no longer can. */
    url: string
  }
  /** The account will be deleted (`begun`), stays (`canceled`), or is deleted (`done`). */
  'account-deletion': {
    kind: 'begun' | 'canceled' | 'done'
    /** ISO time: when the account is deleted, if it is not kept. */
    due: string
    /** The account; the shop if the account is deleted. */
    url: string
  }
  'order-link': { orderNumber: string; orderUrl: string }
  'order-lapsed': { orderNumber: string; heldUntil: string | null; shopUrl: string }
  'order-shipped': {
    orderNumber: string
    orderUrl: string
    /** Whether another part of the order follows. */
    isPart: boolean
    delivery: string | null
    tracking: Order['shipments']
    arrival: OrderArrival | null
  }
  /** `amount` is in integer hundredths, as is `refunded`. */
  'order-refunded': { orderNumber: string; orderUrl: string; amount: number; currency: string }
  /** `refunded` is 0 if nothing was paid. */
  'order-canceled': { orderNumber: string; orderUrl: string; refunded: number; currency: string }
  /** To the merchant. The link is null if its address is unknown. */
  'order-news': { orderNumber: string; total: number; currency: string; dashboardUrl: string | null }
  'withdrawal-received': {
    orderNumber: string
    /** ISO time. */
    receivedAt: string
    /** Empty if the withdrawal is from the whole order. */
    lines: { title: string; label: string | null; quantity: number }[]
    reason: string | null
    /** Whether some lines have to be sent back. */
    comesBack: boolean
    /** Whether some lines are not shipped yet. */
    staysHere: boolean
    /** With its end (ISO time), if the withdrawal was declared without the link in the order's email. */
    takeBack?: { url: string; until: string } | null
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
  /** Null for emails without a subscription. */
  preferencesUrl: string | null
}

export interface RenderedEmail {
  subject: string
  html: string
  text: string
}
