import type { FastifyInstance } from 'fastify'
import pMap from 'p-map'

import { createRandom } from '#test/support/random.ts'
import { ADDRESS } from '#test/support/ready-cart.ts'
import { makeLink } from '#test/support/sign-in.ts'

import { TestShopper } from '../shop-server.ts'

/** A visitor whose name, street and email address contain a mark that no other visitor may ever read. */
interface Visitor {
  shopper: TestShopper
  mark: string
  network: string
}

export interface InterleavedVisits {
  statuses: Record<string, number>
  /** The mark that a response contained, with the request of another visitor. */
  leaks: string[]
  /** How many responses contained the visitor's own mark: otherwise the absence of others would prove nothing. */
  own: number
}

const ACCOUNTS = ['Amberlight', 'Brightwater']

const PATHS = [
  '/api/account/me',
  '/api/account/orders',
  '/api/account/addresses',
  '/api/account/sessions',
  '/api/account/passkeys',
  '/api/carts/current',
  '/api/carts/current/checkout?step=details',
  '/en/account',
  '/ru/account/addresses',
  '/en/account/details',
  '/en/checkout',
  '/en/cart',
  '/ru/order/found',
  '/en',
  '/en/shop/viewAll',
  '/en/search?q=ring',
]

interface InterleavedOptions {
  requests: number
  seed: number
  variantId: string
  browsers?: number
  guests?: number
  concurrency?: number
}

/**
 * Sends the requests of visitors in random order: the browsers of two accounts, and guests; 50 by default. Every visitor
 * has a cart with an address.
 * @param app a shop with pages and `TRUST_PROXY=1`, because each visitor has another network
 */
export async function visitInterleaved(
  app: FastifyInstance,
  { requests, seed, variantId, browsers = 10, guests = 30, concurrency = 20 }: InterleavedOptions,
): Promise<InterleavedVisits> {
  const visitors: Visitor[] = []
  const open = (mark: string): Visitor => {
    const visitor = { shopper: new TestShopper(app), mark, network: `10.1.${visitors.length}.1` }
    visitors.push(visitor)
    return visitor
  }
  for (const mark of ACCOUNTS) {
    await app.customers.backend.confirm({ email: emailOf(mark), first_name: mark, last_name: null })
    for (let browser = 0; browser < browsers; browser += 1) {
      const visitor = open(mark)
      await signIn(app, visitor)
      if (browser === 0) await accepted(visitor, '/api/account/addresses', { address: addressOf(mark) })
    }
  }
  for (let guest = 0; guest < guests; guest += 1) open(`Guest${guest}x`)
  for (const visitor of visitors) {
    await accepted(visitor, '/api/carts/current/line-items', { variant_id: variantId, quantity: 1 })
    const body = { email: emailOf(visitor.mark), shipping_address: addressOf(visitor.mark) }
    await accepted(visitor, '/api/carts/current', body)
  }

  const random = createRandom(seed)
  const plan = Array.from({ length: requests }, () => ({ visitor: random.pick(visitors), path: random.pick(PATHS) }))
  const marks = [...new Set(visitors.map(({ mark }) => mark))]
  const visits: InterleavedVisits = { statuses: {}, leaks: [], own: 0 }
  await pMap(
    plan,
    async ({ visitor, path }) => {
      const { status, headers, body } = await send(visitor, 'GET', path)
      const text = `${JSON.stringify(headers)} ${JSON.stringify(body)}`.toLowerCase()
      const answer = `${path} ${status}`
      visits.statuses[answer] = (visits.statuses[answer] ?? 0) + 1
      for (const mark of marks)
        if (text.includes(mark.toLowerCase()) && mark !== visitor.mark)
          visits.leaks.push(`${visitor.mark} read ${mark} at ${path}`)
      if (text.includes(visitor.mark.toLowerCase())) visits.own += 1
    },
    { concurrency },
  )
  return visits
}

function emailOf(mark: string): string {
  return `${mark.toLowerCase()}@shopper.example`
}

function addressOf(mark: string): object {
  return { ...ADDRESS, first_name: mark, address_1: `${mark} Street 4` }
}

async function send({ shopper, network }: Visitor, method: 'GET' | 'POST', path: string, body?: object) {
  return shopper.call(method, path, body, {
    'x-forwarded-for': network,
    ...(path.startsWith('/api') ? {} : { accept: 'text/html' }),
  })
}

async function accepted(visitor: Visitor, path: string, body: object): Promise<void> {
  const answer = await send(visitor, 'POST', path, body)
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}

async function signIn(app: FastifyInstance, visitor: Visitor): Promise<void> {
  const email = emailOf(visitor.mark)
  const token = await makeLink(app, { email })
  await accepted(visitor, '/api/account/sign-in-link/use', { token, email })
}
