import type { Test } from 'tap'

import type { Backend } from './commerce.ts'
import { createHttpShopper, type HttpShopper } from './http-shopper.ts'
import type { MailServer } from './mail-server.ts'
import { emailedToken, signInByLink } from './sign-in.ts'

interface AccountAnswer {
  message?: string
  customer?: { email: string; has_password: boolean; deletes_at: string | null }
  orders?: { id: string }[]
  sessions?: { id: string; is_this: boolean }[]
  details?: { fields?: Record<string, string> }
}

export async function accountsOf({ admin }: Backend, email: string): Promise<{ id: string }[]> {
  const { customers } = await admin<{ customers: { id: string }[] }>(
    `/admin/customers?email=${encodeURIComponent(email)}&has_account=true`,
  )
  return customers
}

export function createAccounts(t: Test, origin: string, mailServer: MailServer) {
  /** Calls the API of accounts. @param path after `/api/account/` */
  const call = async (shopper: HttpShopper, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
    const { status, body: answer } = await shopper.call(origin, method, `/api/account/${path}`, body)
    return { status, body: answer as AccountAnswer }
  }
  const tokenFor = async (email: string, path = 'sign-in-link', body = {}) =>
    emailedToken({ origin, mailServer }, email, { path, body })
  return {
    call,
    tokenFor,
    signIn: async (email: string) => (await signInByLink({ origin, mailServer }, email)).shopper,
    async signInWithPassword(email: string, password: string) {
      const shopper = createHttpShopper()
      const token = await tokenFor(email, 'password/forgot')
      t.equal((await call(shopper, 'POST', 'password/reset', { token, password, email })).status, 200)
      return shopper
    },
  }
}
