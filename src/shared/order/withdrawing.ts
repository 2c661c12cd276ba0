import type { Locale } from '../i18n/locale.ts'
import type { ReceivedWithdrawal, WithdrawnLine } from './order.ts'

/** The order that a visitor's cookie identifies: the one placed last, or the one found by its number. */
export const HELD_ORDERS = ['placed', 'found'] as const
export type HeldOrder = (typeof HELD_ORDERS)[number]

/** In characters; a line break counts as one. */
export const LONGEST_REASON = 1000

export interface WithdrawableLine extends WithdrawnLine {
  /** An image source, as in Image.url. */
  picture: string | null
  /** What can still be withdrawn; `quantity` is what was ordered. */
  left: number
  /** Made to the shopper's order: the law grants no withdrawal. */
  isBespoke: boolean
}

/** Null if something can be withdrawn. */
export type NoWithdrawal = 'canceled' | 'over' | 'nothing-left' | null

/** An order that cannot be shown at the moment. Its shopper can withdraw from all of it. */
export interface WithdrawingUnseen {
  held: HeldOrder
  number: string
  /** Signed, without an email address and without lines. */
  statement: string
  received: ReceivedWithdrawal[]
}

export interface TakeableWithdrawal {
  state: 'open' | 'taken-back' | 'carried-out'
  number: string
  /** Of the declaration and of its lines. */
  locale: Locale
  /** Empty if the withdrawal is from the whole order. */
  lines: WithdrawnLine[]
  /** ISO time. */
  until: string
}

export interface Withdrawing {
  held: HeldOrder
  number: string
  placedAt: string
  /** Receives the confirmation. Masked unless `isLinked`; null if the order has none. */
  email: string | null
  /** This browser has placed the order or has opened the link in its email. */
  isLinked: boolean
  lines: WithdrawableLine[]
  days: number
  /** `2026-12-22`; null until everything is delivered. */
  lastDay: string | null
  refused: NoWithdrawal
  /** Oldest first. */
  received: ReceivedWithdrawal[]
  /** In the first step; null if there are none, or if they cannot be withdrawn. */
  chosen: { lines: WithdrawnLine[]; statement: string } | null
}
