import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import t from 'tap'

import { sharedCommerce } from '#test/support/shared-commerce.ts'

const STAFF = join(import.meta.dirname, '../../src/server/cli/staff-command.ts')
const commerce = await sharedCommerce()

async function staff(...args: string[]): Promise<string> {
  const env = {
    PATH: process.env['PATH'],
    MEDUSA_URL: commerce.medusaUrl,
    MEDUSA_ADMIN_KEY: commerce.adminKey,
  }
  return (await promisify(execFile)(process.execPath, [STAFF, ...args], { env })).stdout
}

/** @returns the header of a session, as the dashboard has it, and that of a token, as a program has it */
async function signIn(email: string): Promise<Record<string, string>[]> {
  const [, password = ''] = / password (\S+)$/m.exec(await staff('invite', email)) ?? []
  const { token } = await post<{ token: string }>('/auth/user/emailpass', { email, password })
  const bearer = { authorization: `Bearer ${token}` }
  const opened = await fetch(`${commerce.medusaUrl}/auth/session`, { method: 'POST', headers: bearer })
  const [cookie = ''] = opened.headers.getSetCookie()
  return [{ cookie: cookie.split(';')[0] ?? '' }, bearer]
}

async function post<Answer>(path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(commerce.medusaUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.json()) as Answer
}

async function statusesOf(path: string, headers: Record<string, string>[]): Promise<number[]> {
  return Promise.all(headers.map(async (one) => (await fetch(commerce.medusaUrl + path, { headers: one })).status))
}

t.test('an operator removes an account, and its open sessions and tokens end at once', async (t) => {
  const [mia, tom] = [`mia-${process.pid}@shop.example`, `tom-${process.pid}@shop.example`]
  const [ofMia, ofTom] = [await signIn(mia), await signIn(tom)]
  for (const path of ['/admin/orders', '/admin/users/me'])
    t.same(await statusesOf(path, [...ofMia, ...ofTom]), [200, 200, 200, 200], path)
  const file = '/static/private-none.csv'
  t.same(
    await statusesOf(file, [...ofMia, ...ofTom, {}]),
    [404, 404, 404, 404, 401],
    'a private file is for staff only',
  )
  t.match(await staff('remove', mia), `${mia} can no longer use the dashboard. Open sessions have ended.`)
  for (const path of ['/admin/orders', '/admin/users/me', '/admin/api-keys']) {
    t.same(await statusesOf(path, ofMia), [401, 401], path)
    t.same(await statusesOf(path, ofTom), [200, 200], 'those of others stay open')
  }
  t.same(await statusesOf(file, [...ofMia, ...ofTom]), [401, 401, 404, 404])
  const renewed = await fetch(`${commerce.medusaUrl}/auth/token/refresh`, { method: 'POST', headers: ofMia[1] ?? {} })
  t.notOk(renewed.ok, 'nor can the token be renewed')
  await staff('remove', tom)
})
