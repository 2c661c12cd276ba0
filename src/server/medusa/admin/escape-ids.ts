import type { Admin } from '@medusajs/js-sdk'

import { pathId } from '../path-id.ts'

type Method = (...args: unknown[]) => Promise<unknown>

/** The one method of the SDK's whose later words go into the body: how many of its words are ids. */
const IDS_OF: Record<string, number> = { authorizePaymentSession: 1 }

/**
 * The SDK's resources with every id written as one segment of its path: the SDK itself writes it there as it comes.
 * @returns the same methods; each rejects with UnsendableError for an id that would lead elsewhere
 */
export function escapeIds(admin: Admin): Pick<Admin, keyof Admin> {
  return Object.fromEntries(
    Object.entries(admin).map(([name, resource]) => [name, escapeIn(resource as object)]),
  ) as unknown as Admin
}

function escapeIn<Resource extends object>(resource: Resource): Resource {
  return new Proxy(resource, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      const ids = IDS_OF[String(name)] ?? Infinity
      return async (...args: unknown[]) =>
        (method as Method).apply(
          target,
          args.map((arg, index) => (typeof arg === 'string' && index < ids ? pathId(arg) : arg)),
        )
    },
  })
}
