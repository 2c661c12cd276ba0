import type { FastifyInstance, preValidationAsyncHookHandler } from 'fastify'

/** What keeps anybody from making us write to others in numbers. */
interface LetterLimits {
  /** One visitor, whatever they ask for. Counted once the body is read: a refusal comes in its language. */
  ofVisitor: preValidationAsyncHookHandler
  /** All who ask, together: before anything is written. */
  ofShop: ReturnType<FastifyInstance['limit']>
  /** One address, whoever names it. */
  ofAddress: ReturnType<FastifyInstance['limit']>
}

export function letterLimits(app: FastifyInstance): LetterLimits {
  const ofVisitor = app.limit({ name: 'letters of a visitor', max: 10, seconds: 60 })
  return {
    ofVisitor: async (request, reply) => ofVisitor(request, reply),
    ofShop: app.limit({ name: 'letters of the shop', max: 300, seconds: 60 }),
    ofAddress: app.limit({ name: 'letters to an address', max: 20, seconds: 3600 }),
  }
}
