import type { FastifyBaseLogger } from 'fastify'

/** The backend tries again and again, and so may anybody else. */
const LOG_AGAIN_MS = 600_000

const loggedTo = new WeakMap<FastifyBaseLogger, Map<string, number>>()

/**
 * Warns the operator, of one thing at most once in ten minutes. @param facts told besides; they may differ each time
 */
export function warnSeldom(log: FastifyBaseLogger, message: string, facts: object): void {
  const reported = loggedTo.get(log) ?? new Map<string, number>()
  loggedTo.set(log, reported)
  if (Date.now() - (reported.get(message) ?? -Infinity) < LOG_AGAIN_MS) return
  reported.set(message, Date.now())
  log.warn(facts, message)
}
