import type { FastifyInstance } from 'fastify'

import { createToken, hashOf } from '#server/customers/customers-plugin.ts'
import { insertLink, type AccountLink } from '#server/customers/sessions-queries.ts'

import { createHttpShopper, type HttpShopper } from './http-shopper.ts'
import type { MailServer } from './mail-server.ts'

/** Asks for a link to an account, in a new browser unless one is named. @returns the token of the email @throws if the shop refuses */
export async function emailedToken(
  { origin, mailServer }: { origin: string; mailServer: MailServer },
  email: string,
  {
    path = 'sign-in-link',
    body = {},
    shopper = createHttpShopper(),
  }: { path?: string; body?: object; shopper?: HttpShopper } = {},
): Promise<string> {
  const before = mailServer.emails(email).length
  const { status } = await shopper.call(origin, 'POST', `/api/account/${path}`, { email, ...body })
  if (status !== 202) throw new Error(`the shop answered ${status}`)
  return nextToken(mailServer, email, before)
}

export async function makeLink({ database }: FastifyInstance, link: Partial<AccountLink> & { email: string }) {
  const token = createToken()
  await insertLink(database, hashOf(token), { purpose: 'sign-in', first_name: null, last_name: null, ...link })
  return token
}

export async function nextToken(mailServer: MailServer, email: string, before = 0): Promise<string> {
  const mail = await mailServer.waitFor(
    email,
    (received) => mailServer.emails(email).indexOf(received) >= before && /account\/link\?/.test(received.text ?? ''),
  )
  return new URL(/\S+\/account\/link\S+/.exec(mail.text ?? '')?.[0] ?? '').searchParams.get('token') ?? ''
}

export async function signInByLink(
  shop: { origin: string; mailServer: MailServer },
  email: string,
  shopper: HttpShopper = createHttpShopper(),
): Promise<{ shopper: HttpShopper; notice: string | undefined }> {
  const token = await emailedToken(shop, email, { shopper })
  const { status, body } = await shopper.call(shop.origin, 'POST', '/api/account/sign-in-link/use', { token })
  if (status !== 200) throw new Error(`the shop answered ${status}: ${JSON.stringify(body)}`)
  return { shopper, notice: (body as { notice?: string }).notice }
}
