import type { Admin, Client, ClientHeaders } from '@medusajs/js-sdk'
import type { HttpTypes } from '@medusajs/types'

type Accepted = Awaited<ReturnType<Admin['invite']['accept']>>

/** The SDK's invites; the token of one comes out of a letter, so it is escaped as any other query is. */
export interface Invites extends Omit<Admin['invite'], 'accept'> {
  /** Asks in the name of anyone who has registered by `auth` and is no one of the staff yet. */
  accept(
    body: HttpTypes.AdminAcceptInvite,
    query: { token: string } & HttpTypes.SelectParams,
    headers?: ClientHeaders,
  ): Promise<Accepted>
}

export function ownInvites(client: Client): Pick<Invites, 'accept'> {
  return {
    accept: async (body, query, headers = {}) =>
      client.fetch('/admin/invites/accept', { method: 'POST', query: { ...query }, body, headers }),
  }
}
