import { Auth, type AuthCallbackResponse, type AuthLoginResponse, type Client } from '@medusajs/js-sdk'

import { pathId } from '../backend-client.ts'
import { BackendError } from '../backend-error.ts'

export type Credentials = Record<string, string>

/** The client stores the tokens that these return. */
export interface Authentication {
  /** The token is valid only for registering the customer or accepting an invite. */
  register(provider: string, credentials: Credentials): Promise<string>
  /** Returns a token, or the next step: a redirect or a second factor. */
  login(provider: string, credentials: Credentials): Promise<AuthLoginResponse>
  callback(provider: string, query: Record<string, unknown>): Promise<AuthCallbackResponse>
  refresh(): Promise<string>
  startSession(): Promise<void>
  /** Deletes the token even if the backend fails. */
  logout(): Promise<void>
  /** Does not reveal whether the identifier exists. */
  resetPassword(provider: string, identifier: string): Promise<void>
  updateProvider(provider: string, changes: Credentials, token: string): Promise<void>
}

/** `user` is a member of the shop's staff. */
type Actor = 'customer' | 'user'

/** `client` stores the token, so it must not be shared between users. */
export function createAuthentication(client: Client, actor: Actor): Authentication {
  const auth = new Auth(client, { baseUrl: '' })
  return {
    register: (provider, credentials) => auth.register(actor, pathId(provider), credentials),
    login: (provider, credentials) => auth.login(actor, pathId(provider), credentials),
    callback: (provider, query) => auth.callback(actor, pathId(provider), query),
    async refresh() {
      // The SDK's type is a token, but it returns the whole response.
      await auth.refresh()
      return (await client.getToken()) ?? ''
    },
    async startSession() {
      await client.fetch('/auth/session', { method: 'POST' })
    },
    async logout() {
      try {
        await client.fetch('/auth/session', { method: 'DELETE', headers: { authorization: null } })
      } catch (error) {
        if (!(error instanceof BackendError) || error.status !== 401) throw error
      } finally {
        await client.clearToken()
      }
    },
    resetPassword: (provider, identifier) => auth.resetPassword(actor, pathId(provider), { identifier }),
    updateProvider: (provider, changes, token) => auth.updateProvider(actor, pathId(provider), changes, token),
  }
}
