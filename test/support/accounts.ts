import type { Test } from 'tap'

import type { Backend } from '#test/support/commerce.ts'
import { createHttpShopper, type HttpShopper } from '#test/support/http-shopper.ts'
import type { MailServer } from '#test/support/mail-server.ts'
import { emailedToken, signInByLink } from '#test/support/sign-in.ts'

export interface AccountAnswer {
  status: number
  body: {
    message?: string
    customer?: { email: string; has_password: boolean; deletes_at: string | null }
    orders?: { id: string }[]
    sessions?: { id: string; is_this: boolean }[]
    details?: { fields?: Record<string, string> }
  }
}

export interface Accounts {
  call: (shopper: HttpShopper, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<AccountAnswer>
  tokenFor: (email: string, path?: string, body?: object) => Promise<string>
  signIn: (email: string) => Promise<HttpShopper>
  signInWithPassword: (email: string, password: string) => Promise<HttpShopper>
}

export async function accountsOf({ admin }: Backend, email: string): Promise<{ id: string }[]> {
  const { customers } = await admin<{ customers: { id: string }[] }>(
    `/admin/customers?email=${encodeURIComponent(email)}&has_account=true`,
  )
  return customers
}

/** @param origin of the shop, whose emails arrive at `mailServer` */
export function createAccounts(t: Test, origin: string, mailServer: MailServer): Accounts {
  const call: Accounts['call'] = async (shopper, method, path, body) => {
    const { status, body: answer } = await shopper.call(origin, method, `/api/account/${path}`, body)
    return { status, body: answer as AccountAnswer['body'] }
  }
  const tokenFor: Accounts['tokenFor'] = async (email, path = 'sign-in-link', body = {}) =>
    emailedToken({ origin, mailServer }, email, { path, body })
  return {
    call,
    tokenFor,
    signIn: async (email) => (await signInByLink({ origin, mailServer }, email)).shopper,
    async signInWithPassword(email, password) {
      const shopper = createHttpShopper()
      const token = await tokenFor(email, 'password/forgot')
      t.equal((await call(shopper, 'POST', 'password/reset', { token, password, email })).status, 200)
      return shopper
    },
  }
}
