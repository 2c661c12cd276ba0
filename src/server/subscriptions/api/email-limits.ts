import type { FastifyInstance } from 'fastify'

import type { Count } from '#server/http/rate-limit.ts'

/** What keeps anybody from making us write to others in numbers. */
interface EmailLimits {
  /** One visitor, whatever they ask for. To be counted once the body is read, since a refusal speaks its language. */
  ofVisitor: Count
  /** The hints of one visitor: they carry words of theirs to people who asked for nothing. */
  hintsOfVisitor: Count
  /** All who ask, together: before anything is written. */
  ofShop: Count
  /** One address, no matter who names it. */
  ofAddress: Count
}

export function emailLimits(app: FastifyInstance): EmailLimits {
  return {
    ofVisitor: app.limit({ name: 'letters of a visitor', max: 10, seconds: 60 }),
    hintsOfVisitor: app.limit({ name: 'hints of a visitor', max: 30, seconds: 86_400 }),
    ofShop: app.limit({ name: 'letters of the shop', max: 300, seconds: 60 }),
    ofAddress: app.limit({ name: 'letters to an address', max: 20, seconds: 3600 }),
  }
}
