import type { FastifyBaseLogger } from 'fastify'

/** The backend tries again and again, and so may anybody else. */
const SAY_AGAIN_MS = 600_000

const saidTo = new WeakMap<FastifyBaseLogger, Map<string, number>>()

/** Warns the operator, of one thing at most once in ten minutes. @param facts told besides; they may differ each time */
export function warnSeldom(log: FastifyBaseLogger, sentence: string, facts: object): void {
  const said = saidTo.get(log) ?? new Map<string, number>()
  saidTo.set(log, said)
  if (Date.now() - (said.get(sentence) ?? -Infinity) < SAY_AGAIN_MS) return
  said.set(sentence, Date.now())
  log.warn(facts, sentence)
}
