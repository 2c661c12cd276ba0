import type { Locale } from '../i18n/locale.ts'

/** A piece as a letter shows it. */
export interface LetterPiece {
  title: string
  /** Absolute addresses. */
  url: string
  picture: { url: string; alt: string } | null
  /** Written out in the letter's language, with its currency. */
  price: string | null
  /** Such as the metal and the size, in the letter's language. */
  options: { title: string; value: string }[]
}

export interface LetterOrder {
  /** The number that shoppers are told. */
  number: string
  lines: { title: string; label: string | null; quantity: number; total: number; picture: string | null }[]
  /** Integer hundredths of `currency`, as every amount here. */
  subtotal: number
  shipping: number
  tax: number
  discount: number
  total: number
  /** ISO 4217, upper case. */
  currency: string
  /** As it is written on a parcel, line by line. */
  address: string[]
  delivery: string | null
}

/** What each letter is filled with; every address in it is absolute. */
export interface LetterFacts {
  'confirm-subscription': { confirmUrl: string }
  welcome: { shopUrl: string }
  'gift-hint': {
    message: string | null
    piece: LetterPiece | null
    shopUrl: string
    /** Ends all hints to this recipient. */
    stopUrl: string
  }
  'order-placed': {
    order: LetterOrder
    /** Opens all of the order; missing from what an earlier version has queued. */
    orderUrl?: string
    /** Until when the pieces of an unpaid order are held (ISO time); null where it is paid, or held without end. */
    heldUntil?: string | null
  }
  'order-link': { orderNumber: string; orderUrl: string }
  'order-lapsed': { orderNumber: string; heldUntil: string | null; shopUrl: string }
  'withdrawal-received': {
    orderNumber: string
    /** ISO time. */
    receivedAt: string
    /** None where all of the order is meant. */
    lines: { title: string; label: string | null; quantity: number }[]
    /** As the shopper gave it. */
    reason: string | null
    /** Whether some of it has to be sent back, and whether some was not sent yet. */
    comesBack: boolean
    staysHere: boolean
    /** Where it was declared without the link of the order's email: until when that takes it back (ISO time). */
    takeBack?: { url: string; until: string } | null
  }
  'transfer-requested': { orderNumber: string; answerUrl: string }
}
export type LetterName = keyof LetterFacts

/** A letter before it has words. */
export type Letter = {
  [Name in LetterName]: { name: Name; locale: Locale; facts: LetterFacts[Name] }
}[LetterName]

/** The shop as a letter names it. */
export interface LetterPlace {
  brand: string
  /** The origin that shoppers see. */
  origin: string
  /** Where the recipient says what they want to get; null for letters that nobody subscribes to. */
  preferencesUrl: string | null
}

export interface RenderedLetter {
  subject: string
  html: string
  text: string
}
