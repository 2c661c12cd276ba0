import { randomUUID, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

import { keyringOf, type Secrets } from '#server/keys.ts'
import type { WithdrawnLine } from '#shared/order/order.ts'

/** Self-contained, so that it can be received during a backend outage. */
export interface Statement {
  /** Makes resubmission idempotent. */
  id: string
  orderId: string
  number: string
  /** Null if the order could not be read. */
  email: string | null
  /** For a visitor who may not read the address; see `sealEmail`. */
  sealedEmail?: string
  /** Empty if the order could not be read: the whole order is meant. */
  lines: (WithdrawnLine & {
    /** Quantity of the line that the shopper still had, according to the backend. */
    left: number
    /** The part of `quantity` that the shop has not shipped yet. */
    unsent: number
  })[]
  /** ISO time of the backend read, by the database's clock. */
  readAt: string
}

export interface Statements {
  sign(statement: Omit<Statement, 'id'>): string
  /** @returns undefined if the signature is invalid or the statement has expired */
  read(text: string): Statement | undefined
}

const LAPSES_MS = 24 * 3_600_000

export function createStatements(secrets: Secrets, now: () => number = Date.now): Statements {
  const keys = keyringOf(secrets, 'withdrawal-statements')
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

const DAY_MS = 86_400_000
/** The last time zone to end a day is 12 hours behind UTC. */
const LAST_ZONE_MS = DAY_MS / 2

/** The day of delivery is not counted, and the last day ends when it has ended in every time zone. */
export function lastDayAfter(deliveredAt: Date, days: number): { day: string; isOver: (now: Date) => boolean } {
  const day = new Date(Math.floor(deliveredAt.getTime() / DAY_MS) * DAY_MS + days * DAY_MS)
  const end = day.getTime() + DAY_MS + LAST_ZONE_MS
  return { day: day.toISOString().slice(0, 10), isOver: (now) => now.getTime() >= end }
}

const IV_BYTES = 12
const TAG_BYTES = 16

/** For a visitor who may not read the address; the declaration sends it back. `key` is 32 bytes as base64url. */
export function sealEmail(key: string, email: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), iv)
  const sealed = Buffer.concat([cipher.update(email), cipher.final()])
  return Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString('base64url')
}

/** @throws Error if it was encrypted with none of the keys or was altered */
export function openEmail(keys: readonly [string, ...string[]], sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const [key, ...former] = keys
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString()
  } catch (error) {
    const [next, ...others] = former
    if (next === undefined) throw error
    return openEmail([next, ...others], sealed)
  }
}
