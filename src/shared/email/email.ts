import type { Locale } from '../i18n/locale.ts'
import type { OrderArrival, OrderPayment } from '../order/order.ts'

/** A product as an email shows it. */
export interface EmailProduct {
  title: string
  /** Absolute addresses. */
  url: string
  picture: { url: string; alt: string } | null
  /** Written out in the email's language, with its currency. */
  price: string | null
  /** Such as the metal and the size, in the email's language. */
  options: { title: string; value: string }[]
}

export interface EmailOrder {
  /** The number that shoppers see. */
  number: string
  lines: { title: string; label: string | null; quantity: number; total: number; picture: string | null }[]
  /** Integer hundredths of `currency`, as every amount here. */
  subtotal: number
  shipping: number
  tax: number
  /** Whether the amounts contain the tax. Missing from emails that an earlier version queued; there they did. */
  taxInclusive?: boolean
  discount: number
  total: number
  /** ISO 4217, upper case. */
  currency: string
  /** As it is written on a parcel, line by line. */
  address: string[]
  delivery: string | null
}

/** What each email is filled with; every address in it is absolute. */
export interface EmailFacts {
  'confirm-subscription': { confirmUrl: string }
  welcome: { shopUrl: string }
  'gift-hint': {
    message: string | null
    /** The name that the sender gave; missing from what an earlier version has queued. */
    senderName?: string | null
    piece: EmailProduct | null
    shopUrl: string
    /** Ends all hints to this recipient. */
    stopUrl: string
  }
  'order-placed': {
    order: EmailOrder
    /** Opens all of the order; missing from what an earlier version has queued. */
    orderUrl?: string
    /**
     * Until when the products of an unpaid order are reserved (ISO time); null if it is paid or reserved without end.
     */
    heldUntil?: string | null
    /** Missing from what an earlier version has queued, as is `arrival`. */
    payment?: OrderPayment
    /** Null if its shipping method has no days. */
    arrival?: OrderArrival | null
  }
  'order-link': { orderNumber: string; orderUrl: string }
  'order-lapsed': { orderNumber: string; heldUntil: string | null; shopUrl: string }
  'withdrawal-received': {
    orderNumber: string
    /** ISO time. */
    receivedAt: string
    /** Empty if the whole order is meant. */
    lines: { title: string; label: string | null; quantity: number }[]
    /** As the shopper gave it. */
    reason: string | null
    /** Whether some of it has to be sent back, and whether some was not sent yet. */
    comesBack: boolean
    staysHere: boolean
    /** If it was declared without the link of the order's email: until when that email can take it back (ISO time). */
    takeBack?: { url: string; until: string } | null
  }
  'transfer-requested': { orderNumber: string; answerUrl: string }
}
export type EmailName = keyof EmailFacts

/** The facts of an email, before its text is rendered. */
export type Email = {
  [Name in EmailName]: { name: Name; locale: Locale; facts: EmailFacts[Name] }
}[EmailName]

/** The shop as an email names it. */
export interface EmailContext {
  brand: string
  /** The origin that shoppers see. */
  origin: string
  /** Page of the recipient's preferences; null for emails without a subscription. */
  preferencesUrl: string | null
}

export interface RenderedEmail {
  subject: string
  html: string
  text: string
}
