import type { Gift } from '../cart/gift.ts'
import type { Locale } from '../i18n/locale.ts'
import type { Order, OrderArrival, OrderPayment } from '../order/order.ts'

/** A product as an email shows it; both URLs are absolute. */
export interface EmailProduct {
  title: string
  url: string
  picture: { url: string; alt: string } | null
  /** Formatted in the email's language, with the currency. */
  price: string | null
  /** For example the metal and the size, in the email's language. */
  options: { title: string; value: string }[]
}

export interface EmailOrder {
  /** The number that shoppers see. */
  number: string
  lines: { title: string; label: string | null; quantity: number; total: number; picture: string | null }[]
  /** Whether a product is engraved. Missing from emails queued by an earlier version. */
  isEngraved?: boolean
  /** Missing from emails queued by an earlier version. */
  gift?: Gift | null
  /** Integer hundredths of `currency`, like every amount here. */
  subtotal: number
  shipping: number
  tax: number
  /** Whether the amounts contain the tax. Missing from emails queued by an earlier version; then it is true. */
  taxInclusive?: boolean
  discount: number
  total: number
  /** What was paid back of it. Missing from emails queued by an earlier version. */
  refunded?: number
  /** ISO 4217, upper case. */
  currency: string
  /** The lines of the address on the parcel. */
  address: string[]
  delivery: string | null
}

/** The data of each email; every URL is absolute. */
export interface EmailFacts {
  'confirm-subscription': { confirmUrl: string }
  welcome: { shopUrl: string }
  'gift-hint': {
    message: string | null
    /** The name that the sender gave; missing from emails queued by an earlier version. */
    senderName?: string | null
    piece: EmailProduct | null
    shopUrl: string
    /** The link that stops all hints to this recipient. */
    stopUrl: string
  }
  /** Asks to confirm the address of a stock alert. `confirmUrl` is also the link that stops the alerts. */
  'confirm-stock-alert': { piece: EmailProduct; confirmUrl: string }
  'back-in-stock': { piece: EmailProduct; stopUrl: string }
  'order-placed': {
    order: EmailOrder
    /** The link that shows the complete order; missing from emails queued by an earlier version. */
    orderUrl?: string
    /** The end of the stock reservation of an unpaid order (ISO time); null if it is paid, or reserved without limit. */
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
    /** How long the link works. */
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
  /**
   * Tells a customer that the address of the account has changed (`changed`), or that it has another account (`taken`).
   */
  'account-email': {
    kind: 'changed' | 'taken'
    /** The new address. */
    email: string
    /** ISO time. */
    at: string
    /** The page to sign in, or the contact page if the recipient no longer can. */
    url: string
  }
  /** Tells a customer that the account will be deleted (`begun`), that it stays (`canceled`), or that it is deleted (`done`). */
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
    /** The name of the delivery method. */
    delivery: string | null
    /** The tracking numbers of the parcel. */
    tracking: Order['shipments']
    arrival: OrderArrival | null
  }
  /** `amount` is in integer hundredths, as is `refunded`. */
  'order-refunded': { orderNumber: string; orderUrl: string; amount: number; currency: string }
  /** `refunded` is 0 if nothing was paid. */
  'order-canceled': { orderNumber: string; orderUrl: string; refunded: number; currency: string }
  /** Tells the merchant of a new order. `total` is in integer hundredths; the link is null if its address is unknown. */
  'order-news': { orderNumber: string; total: number; currency: string; dashboardUrl: string | null }
  'withdrawal-received': {
    orderNumber: string
    /** ISO time. */
    receivedAt: string
    /** Empty if the withdrawal is from the whole order. */
    lines: { title: string; label: string | null; quantity: number }[]
    /** The reason as the shopper wrote it. */
    reason: string | null
    /** Whether some lines have to be sent back. */
    comesBack: boolean
    /** Whether some lines are not shipped yet. */
    staysHere: boolean
    /** The take-back link and its end (ISO time), if the withdrawal was declared without the link in the order's email. */
    takeBack?: { url: string; until: string } | null
  }
  /** A message of a shopper to the shop. All texts but the product's are the shopper's. */
  'contact-message': {
    name: string
    email: string
    message: string
    /** The order number as the shopper typed it. */
    orderNumber: string | null
    product: { title: string; url: string } | null
  }
  'transfer-requested': { orderNumber: string; answerUrl: string }
}
export type EmailName = keyof EmailFacts

/** An email before it is rendered. */
export type Email = {
  [Name in EmailName]: { name: Name; locale: Locale; facts: EmailFacts[Name] }
}[EmailName]

/** What every email needs to know about the shop and the recipient. */
export interface EmailContext {
  brand: string
  /** The public origin of the shop. */
  origin: string
  /** The link to the recipient's preferences; null for emails without a subscription. */
  preferencesUrl: string | null
}

export interface RenderedEmail {
  subject: string
  html: string
  text: string
}
