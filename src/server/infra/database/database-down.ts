import { DatabaseError } from 'pg'

/** There is no database to ask at the moment; nothing was written. */
export class DatabaseDown extends Error {
  override name = 'DatabaseDown'
  readonly statusCode = 503

  constructor(cause?: unknown) {
    super('The database does not answer.', { cause })
  }
}

/** SQLSTATE classes that are about the server and not about the question: 08 connection, 53 resources, 57P ending. */
const OF_THE_SERVER = /^(08...|53...|57P..)$/

/** Whether an error says that the database could not be reached, or did not answer in time. */
export function isOutage(error: unknown): boolean {
  if (error instanceof DatabaseDown) return true
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string }
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return OF_THE_SERVER.test(code)
  if (typeof code === 'string' && /^E[A-Z_]+$/.test(code)) return true
  return /^(Connection terminated|timeout e|Query read timeout|Client has encountered a connection error)/.test(message)
}

/** PostgreSQL quotes what was asked, such as an address that is there already; what is logged of its errors must not. */
export function withoutValues(error: unknown): unknown {
  if (error instanceof DatabaseError) Object.assign(error, { detail: undefined, where: undefined })
  return error
}
