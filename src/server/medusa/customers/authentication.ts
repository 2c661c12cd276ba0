import { Auth, type AuthCallbackResponse, type AuthLoginResponse, type Client } from '@medusajs/js-sdk'

import { pathId } from '../backend-client.ts'
import { BackendError } from '../backend-error.ts'

/** Fields that the provider requires, for example email and password. */
export type Credentials = Record<string, string>

/** Authentication calls. The client stores the tokens that they return. */
export interface Authentication {
  /** Returns a token that is valid only for registering the customer or accepting an invite. */
  register(provider: string, credentials: Credentials): Promise<string>
  /** Returns a token, or the next step: a redirect or a second factor. */
  login(provider: string, credentials: Credentials): Promise<AuthLoginResponse>
  /** Completes a login at an external provider, with the query of its redirect. */
  callback(provider: string, query: Record<string, unknown>): Promise<AuthCallbackResponse>
  /** Replaces the stored token by a new one. */
  refresh(): Promise<string>
  /** Starts a session in the backend for the stored token. */
  startSession(): Promise<void>
  /** Ends the session and deletes the token, even if the backend fails. */
  logout(): Promise<void>
  /** Does not reveal whether the identifier exists. */
  resetPassword(provider: string, identifier: string): Promise<void>
  /** @param token from the password reset email */
  updateProvider(provider: string, changes: Credentials, token: string): Promise<void>
}

/** `user` is a member of the shop's staff. */
type Actor = 'customer' | 'user'

/** @param client must not be shared between users, because it stores the token */
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
        // 401 means that there was no session.
        if (!(error instanceof BackendError) || error.status !== 401) throw error
      } finally {
        await client.clearToken()
      }
    },
    resetPassword: (provider, identifier) => auth.resetPassword(actor, pathId(provider), { identifier }),
    updateProvider: (provider, changes, token) => auth.updateProvider(actor, pathId(provider), changes, token),
  }
}
