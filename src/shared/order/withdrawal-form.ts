import type { Locale } from '../i18n/locale.ts'
import type { ReceivedWithdrawal, WithdrawnLine } from './order.ts'

/** The order placed last, or the one found by its number. */
export const HELD_ORDERS = ['placed', 'found'] as const
export type HeldOrder = (typeof HELD_ORDERS)[number]

/** A line break counts as one character. */
export const LONGEST_REASON = 1000

export interface WithdrawableLine extends WithdrawnLine {
  picture: string | null
  left: number
  /** Made to the shopper's order: the law grants no withdrawal. */
  isBespoke: boolean
}

/** `over`: the return period has ended. */
export type Refusal = 'canceled' | 'over' | 'nothing-left'

/** An order that cannot be shown at the moment can be withdrawn from as a whole. */
export interface WholeOrderForm {
  kind: 'whole-order'
  held: HeldOrder
  number: string
  /** Signed, without email address and lines. */
  statement: string
  received: ReceivedWithdrawal[]
}

export interface RevocableWithdrawal {
  state: 'open' | 'taken-back' | 'carried-out'
  number: string
  locale: Locale
  /** Empty for the whole order. */
  lines: WithdrawnLine[]
  /** ISO time. */
  until: string
}

export interface WithdrawalForm {
  kind: 'lines'
  held: HeldOrder
  number: string
  placedAt: string
  /** Masked unless `isLinked`. */
  email: string | null
  /** This browser has placed the order or has opened the link in its email. */
  isLinked: boolean
  lines: WithdrawableLine[]
  days: number
  /** ISO day; null until everything is delivered. */
  lastDay: string | null
  refused: Refusal | null
  received: ReceivedWithdrawal[]
  chosen: { lines: WithdrawnLine[]; statement: string } | null
}
