import { randomUUID, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

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

const DAY_MS = 86_400_000
/** As long as it is still that day somewhere. */
const LAST_ZONE_MS = DAY_MS / 2

/**
 * Until when something can be sent back, and a contract be withdrawn from: the day of delivery is not counted, and the
 * last one ends when it ends for everybody.
 * @param days as the shop's own policy says, which is never shorter than the law
 */
export function lastDayAfter(deliveredAt: Date, days: number): { day: string; isOver: (now: Date) => boolean } {
  const day = new Date(Math.floor(deliveredAt.getTime() / DAY_MS) * DAY_MS + days * DAY_MS)
  const end = day.getTime() + DAY_MS + LAST_ZONE_MS
  return { day: day.toISOString().slice(0, 10), isOver: (now) => now.getTime() >= end }
}

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts an address for a page whose visitor may not read it, and who sends it back with their declaration.
 * @param key 32 bytes as base64url
 */
export function sealEmail(key: string, email: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), iv)
  const sealed = Buffer.concat([cipher.update(email), cipher.final()])
  return Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString('base64url')
}

/** @throws where it was not sealed with this key, or was changed */
export function openEmail(key: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString()
}
