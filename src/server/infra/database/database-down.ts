import { DatabaseError } from 'pg'

/** Nothing was written. */
export class DatabaseDown extends Error {
  override name = 'DatabaseDown'
  readonly statusCode = 503

  constructor(cause?: unknown) {
    super('The database does not answer.', { cause })
  }
}

/** SQLSTATE classes: 08 connection, 53 resources, 57P shutdown. */
const SERVER_FAILURE = /^(08...|53...|57P..)$/

export function isOutage(error: unknown): boolean {
  if (error instanceof DatabaseDown) return true
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string }
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return SERVER_FAILURE.test(code)
  if (typeof code === 'string' && /^E[A-Z_]+$/.test(code)) return true
  return /^(Connection terminated|timeout e|Query read timeout|Client has encountered a connection error)/.test(message)
}

/** Removes the fields in which PostgreSQL quotes values, such as an email address: they must not be logged. */
export function withoutValues(error: unknown): unknown {
  if (error instanceof DatabaseError) Object.assign(error, { detail: undefined, where: undefined })
  return error
}
