import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import { Modules } from '@medusajs/framework/utils'

interface AuthContext {
  actor_type?: string
  actor_id?: string
}

/** Medusa accepts sessions and tokens of removed staff for up to a day. It checks afterwards whether they are valid. */
export async function refuseRemovedStaff(request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction) {
  const session = request.session as { auth_context?: AuthContext } | undefined
  const ids = [session?.auth_context, payloadOf(request.headers.authorization)].flatMap((context) =>
    context?.actor_type === 'user' && context.actor_id ? context.actor_id : [],
  )
  if (ids.length === 0) return next()
  const users = await request.scope.resolve(Modules.USER).listUsers({ id: ids }, { select: ['id'] })
  if (ids.every((id) => users.some((user) => user.id === id))) return next()
  response.status(401).json({ message: 'Unauthorized' })
}

/** Does not check the signature, which Medusa does. */
function payloadOf(authorization: string | undefined): AuthContext | undefined {
  const [, payload] = /^bearer [\w-]+\.([\w-]+)\./i.exec(authorization ?? '') ?? []
  try {
    return payload === undefined ? undefined : (JSON.parse(Buffer.from(payload, 'base64url').toString()) as AuthContext)
  } catch {
    return undefined
  }
}
