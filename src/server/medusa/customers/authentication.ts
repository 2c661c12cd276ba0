import { Auth, type Client } from '@medusajs/js-sdk'

import { pathId } from '../backend-client.ts'
import { BackendError } from '../backend-error.ts'

type Credentials = Record<string, string>

/** `client` stores the token that these return, so it must not be shared between users. `user` is one of the staff. */
export function createAuthentication(client: Client, actor: 'customer' | 'user') {
  const auth = new Auth(client, { baseUrl: '' })
  return {
    /** The token is valid only for registering the customer or accepting an invite. */
    register: (provider: string, credentials: Credentials) => auth.register(actor, pathId(provider), credentials),
    /** Returns a token, or the next step: a redirect or a second factor. */
    login: (provider: string, credentials: Credentials) => auth.login(actor, pathId(provider), credentials),
    callback: (provider: string, query: Record<string, unknown>) => auth.callback(actor, pathId(provider), query),
    async refresh() {
      // The SDK's type is a token, but it returns the whole response.
      await auth.refresh()
      return (await client.getToken()) ?? ''
    },
    async startSession() {
      await client.fetch('/auth/session', { method: 'POST' })
    },
    /** Deletes the token even if the backend fails. */
    async logout() {
      try {
        await client.fetch('/auth/session', { method: 'DELETE', headers: { authorization: null } })
      } catch (error) {
        if (!(error instanceof BackendError) || error.status !== 401) throw error
      } finally {
        await client.clearToken()
      }
    },
    /** Does not reveal whether the identifier exists. */
    resetPassword: (provider: string, identifier: string) =>
      auth.resetPassword(actor, pathId(provider), { identifier }),
    updateProvider: (provider: string, changes: Credentials, token: string) =>
      auth.updateProvider(actor, pathId(provider), changes, token),
  }
}
