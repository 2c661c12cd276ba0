import type { Locale } from '../i18n/locale.ts'
import type { ReceivedWithdrawal, WithdrawnLine } from './order.ts'

/** By which of a visitor's cookies an order is meant: the one placed last, or the one found by its number. */
export const HELD_ORDERS = ['placed', 'found'] as const
export type HeldOrder = (typeof HELD_ORDERS)[number]

/** In characters, with a line break as one. */
export const LONGEST_REASON = 1000

/** An order line as the withdrawal page shows it. */
export interface WithdrawableLine extends WithdrawnLine {
  /** An image source, as in Image.url. */
  picture: string | null
  /** How many may be withdrawn; `quantity` were ordered. */
  left: number
  /** It was made for one person alone, and stays theirs. */
  isBespoke: boolean
}

/** Why nothing of an order can be withdrawn; null if something can. */
export type NoWithdrawal = 'canceled' | 'over' | 'nothing-left' | null

/** An order that cannot be shown now: its shopper withdraws from the whole of it. */
export interface WithdrawingUnseen {
  held: HeldOrder
  number: string
  /** Without an address and without products. */
  statement: string
  received: ReceivedWithdrawal[]
}

/** A withdrawal behind the link that takes it back. */
export interface TakeableWithdrawal {
  state: 'open' | 'taken-back' | 'carried-out'
  number: string
  /** The language in which it was declared, and its lines are written. */
  locale: Locale
  /** Empty if the whole order is meant. */
  lines: WithdrawnLine[]
  /** ISO time. */
  until: string
}

/** An order from which its shopper may withdraw. */
export interface Withdrawing {
  held: HeldOrder
  number: string
  placedAt: string
  /** Recipient of the confirmation of receipt, masked if it is not linked; null if the order has no address. */
  email: string | null
  /** Whether this browser has placed the order, or has opened the link of its email. */
  isLinked: boolean
  lines: WithdrawableLine[]
  /** For how many days after the delivery it can be declared. */
  days: number
  /** The last day on which it can be declared (`2026-12-22`); null while not everything has been delivered. */
  lastDay: string | null
  refused: NoWithdrawal
  /** Oldest first. */
  received: ReceivedWithdrawal[]
  /** The choice of the first page; null if there was none or it cannot be withdrawn. */
  chosen: { lines: WithdrawnLine[]; statement: string } | null
}
