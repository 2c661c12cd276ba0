import type { Locale } from '../i18n/locale.ts'
import type { ReceivedWithdrawal, WithdrawnLine } from './order.ts'

/** The order that a visitor's cookie identifies: the one placed last, or the one found by its number. */
export const HELD_ORDERS = ['placed', 'found'] as const
export type HeldOrder = (typeof HELD_ORDERS)[number]

/** Maximum length of a withdrawal reason in characters; a line break counts as one. */
export const LONGEST_REASON = 1000

/** A line of an order on the withdrawal page. */
export interface WithdrawableLine extends WithdrawnLine {
  /** An image source, as in Image.url. */
  picture: string | null
  /** The quantity that can still be withdrawn; `quantity` is what was ordered. */
  left: number
  /** True for a product made to the shopper's order, for which the law grants no withdrawal. */
  isBespoke: boolean
}

/** The reason why nothing of an order can be withdrawn; null if something can. */
export type NoWithdrawal = 'canceled' | 'over' | 'nothing-left' | null

/** An order that cannot be shown at the moment. Its shopper can withdraw from all of it. */
export interface WithdrawingUnseen {
  held: HeldOrder
  number: string
  /** The signed statement, without an email address and without lines. */
  statement: string
  received: ReceivedWithdrawal[]
}

/** A withdrawal as the page behind a take-back link shows it. */
export interface TakeableWithdrawal {
  state: 'open' | 'taken-back' | 'carried-out'
  number: string
  /** The language of the declaration and of its lines. */
  locale: Locale
  /** Empty if the withdrawal is from the whole order. */
  lines: WithdrawnLine[]
  /** Deadline for taking the withdrawal back, as an ISO time. */
  until: string
}

/** An order from which its shopper may withdraw. */
export interface Withdrawing {
  held: HeldOrder
  number: string
  placedAt: string
  /**
   * The address that receives the confirmation. It is masked unless `isLinked`, and null if the order has no email
   * address.
   */
  email: string | null
  /** Whether this browser has placed the order or has opened the link in its email. */
  isLinked: boolean
  lines: WithdrawableLine[]
  /** The withdrawal period in days after the delivery. */
  days: number
  /** The last day of the withdrawal period (`2026-12-22`); null until everything is delivered. */
  lastDay: string | null
  refused: NoWithdrawal
  /** Oldest first. */
  received: ReceivedWithdrawal[]
  /** The lines chosen in the first step; null if there are none, or if they cannot be withdrawn. */
  chosen: { lines: WithdrawnLine[]; statement: string } | null
}
