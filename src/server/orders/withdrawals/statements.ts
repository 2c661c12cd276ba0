import { randomUUID } from 'node:crypto'

import { keyringOf } from '#server/keys.ts'
import type { WithdrawnLine } from '#shared/order/order.ts'

/** What a page has shown to be confirmed: all that is needed to receive it, anyone who is away by then. */
export interface Statement {
  /** The same however often it is sent. */
  id: string
  orderId: string
  number: string
  /** Where its receipt is confirmed; null where the order could not be read. */
  email: string | null
  /** The same for a visitor who may not read it: see `sealEmail`. */
  sealedEmail?: string
  /** None where the order could not be read: all of it is meant. */
  lines: (WithdrawnLine & {
    /** How many of the line its shopper still kept, as the books said. */
    left: number
    /** How many of these the shop has still to send. */
    unsent: number
  })[]
  /** When the books were read, by the database's clock: ISO time. */
  readAt: string
}

export interface Statements {
  sign(statement: Omit<Statement, 'id'>): string
  /** @returns undefined where it was not signed by us, or too long ago to be true still */
  read(text: string): Statement | undefined
}

const LAPSES_MS = 24 * 3_600_000

/** Statements that no one else can write: what they say, and our signature over it. */
export function createStatements(secret: string, now: () => number = Date.now): Statements {
  const keys = keyringOf(secret, 'withdrawal-statements')
  return {
    sign(statement) {
      const body = Buffer.from(JSON.stringify({ id: randomUUID(), ...statement })).toString('base64url')
      return `${body}.${keys.sign(`withdrawal ${body}`).toString('base64url')}`
    },
    read(text) {
      const [body = '', signature = ''] = text.split('.', 2)
      if (!keys.verify(`withdrawal ${body}`, Buffer.from(signature, 'base64url'))) return undefined
      const statement = JSON.parse(Buffer.from(body, 'base64url').toString()) as Statement
      return Date.parse(statement.readAt) + LAPSES_MS < now() ? undefined : statement
    },
  }
}
