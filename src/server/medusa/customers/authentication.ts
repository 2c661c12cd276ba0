import { Auth, type AuthCallbackResponse, type AuthLoginResponse, type Client } from '@medusajs/js-sdk'

import { pathId } from '../backend-client.ts'
import { BackendError } from '../backend-error.ts'

/** What a provider asks for: email and password, say. */
export type Credentials = Record<string, string>

/** How someone proves who they are. A token that is got here is remembered by the client. */
export interface Authentication {
  /** A token that is good for one thing: registering the customer, or accepting an invite. */
  register(provider: string, credentials: Credentials): Promise<string>
  /** A token, or what has to be done first: where to go, a second factor. */
  login(provider: string, credentials: Credentials): Promise<AuthLoginResponse>
  /** The way back from a provider elsewhere, with whatever query it sent along. */
  callback(provider: string, query: Record<string, unknown>): Promise<AuthCallbackResponse>
  /** A new token for the one that is remembered. */
  refresh(): Promise<string>
  /** Lets the backend keep a session for the token that is remembered. */
  startSession(): Promise<void>
  /** Ends that session and forgets the token, whatever the backend says. */
  logout(): Promise<void>
  /** The backend tells no one whether it knows the identifier. */
  resetPassword(provider: string, identifier: string): Promise<void>
  /** @param token of the letter about the reset */
  updateProvider(provider: string, changes: Credentials, token: string): Promise<void>
}

/** Who there is to be: someone who buys, or someone of the shop's staff. */
export type Actor = 'customer' | 'user'

/** @param client of one request's own, or of one person's */
export function createAuthentication(client: Client, actor: Actor): Authentication {
  const auth = new Auth(client, { baseUrl: '' })
  return {
    register: (provider, credentials) => auth.register(actor, pathId(provider), credentials),
    login: (provider, credentials) => auth.login(actor, pathId(provider), credentials),
    callback: (provider, query) => auth.callback(actor, pathId(provider), query),
    async refresh() {
      // The SDK promises a token and gives the whole answer.
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
        // There was no session to be ended.
        if (!(error instanceof BackendError) || error.status !== 401) throw error
      } finally {
        await client.clearToken()
      }
    },
    resetPassword: (provider, identifier) => auth.resetPassword(actor, pathId(provider), { identifier }),
    updateProvider: (provider, changes, token) => auth.updateProvider(actor, pathId(provider), changes, token),
  }
}
