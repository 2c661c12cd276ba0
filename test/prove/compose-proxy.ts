/**
 * Runs the Caddyfile and the HAProxy configuration of `compose.yaml` in Debian's `caddy` and `haproxy`, before two
 * small servers in place of the storefronts and two in place of the Medusas. Only addresses are replaced. Shows that
 * internal paths are not public, that the client's address arrives, and that a server that hangs, drains or dies fails
 * no request.
 */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { join } from 'node:path'

import { freePort } from '#dev/processes/ports.ts'
import { composeHaproxy, findHaproxy, readComposeConfig } from '#test/support/haproxy.ts'
import { listenLocally } from '#test/support/listen-locally.ts'
import { check, openProgram } from '#test/support/program.ts'
import { until } from '#test/support/until.ts'

interface Seen {
  path: string
  host: string
  client: string
}

interface Upstream {
  address: string
  seen: Seen[]
  state: 'ready' | 'draining' | 'hanging'
  server: Server
}

const INTERNAL = ['/readyz', '/readyz?a=b', '/%72eadyz', '/READYZ', '//readyz', '/readyz/', '/metrics', '/metrics/']
const REQUESTS = 200
const VISITOR = '203.0.113.7'

await using t = openProgram()
const folder = t.testdir()

const storefronts = await Promise.all([openUpstream('/readyz'), openUpstream('/readyz')])
const medusas = await Promise.all([openUpstream('/health'), openUpstream('/health')])
const [shop, dashboard, balancer] = [await freePort(0, 'SHOP'), await freePort(0, 'APP'), await freePort(0, 'PROXY')]
const haproxy = composeHaproxy({
  shop: balancer,
  medusa: dashboard,
  storefronts: storefronts.map(({ address }) => address),
  medusas: medusas.map(({ address }) => address),
})
const caddyfile = `{\n  admin off\n}\n${readComposeConfig('Caddyfile')}`
  .replace('{$SITE_ADDRESS}', `http://127.0.0.1:${shop}`)
  .replace('balancer:3000', `127.0.0.1:${balancer}`)
  .replace('balancer:9000', `127.0.0.1:${dashboard}`)
run(findHaproxy(), ['-db', '-f'], 'haproxy.cfg', haproxy)
run('caddy', ['run', '--adapter', 'caddyfile', '--config'], 'Caddyfile', caddyfile)
await until(async () => (await statusOf(shop, '/')) === 200)

const internal = [...INTERNAL, '/api/_internal/events', '/api/%5finternal/events']
const statuses = await Promise.all(internal.map((path) => statusOf(shop, path)))
const leaked = [...storefronts, ...medusas].flatMap(({ seen }) => seen).filter(({ path }) => path !== '/')
const areClosed = statuses.every((status) => status === 404) && leaked.length === 0
check('internal paths are not public', areClosed, { asked: internal.length, leaked: leaked.map(({ path }) => path) })

await statusOf(shop, '/en', { 'x-forwarded-for': VISITOR })
const page = storefronts.flatMap(({ seen }) => seen).find(({ path }) => path === '/en')
const isOwn = page?.client === '127.0.0.1'
check('the address of the client arrives, and a visitor cannot choose it', isOwn, { client: page?.client })

const webhook = '/hooks/payment/paypal_paypal'
await statusOf(shop, webhook)
const events = medusas.flatMap(({ seen }) => seen)
const host = events[0]?.host
check("PayPal's webhook reaches Medusa under its name", events.length === 1 && host === 'medusa:9000', { host })
check('the dashboard is reached', (await statusOf(dashboard, '/app')) === 200)

const [first, second] = storefronts
if (!first || !second) throw new Error('there are two')
for (const state of ['draining', 'hanging', 'ready'] as const) {
  first.state = state
  // The balancer notices within two checks, each a second after the last; a hanging server takes a timeout each.
  await until(async () => {
    const before = first.seen.length
    await Promise.all(Array.from({ length: 8 }, () => statusOf(shop, '/en', {}, 300)))
    return first.seen.length > before === (state === 'ready')
  }, 20_000)
  const [ofFirst, ofSecond] = [first.seen.length, second.seen.length]
  const failed = await countFailures(shop)
  const counts = { failed, first: first.seen.length - ofFirst, second: second.seen.length - ofSecond }
  const isServed = failed === 0 && counts.first > 0 === (state === 'ready')
  check(`a storefront is ${state}`, isServed, { requests: REQUESTS, ...counts })
}

first.server.close()
first.server.closeAllConnections()
const failed = await countFailures(shop)
check('a storefront dies, at once', failed === 0, { requests: REQUESTS, failed })
/** @param health the path that answers 503 while it drains */
async function openUpstream(health: string): Promise<Upstream> {
  const seen: Seen[] = []
  const server = createServer((incoming, response) => {
    const path = incoming.url ?? ''
    if (path === health && upstream.state === 'hanging') return
    const isReady = path !== health || upstream.state === 'ready'
    if (path !== health || incoming.headers['x-forwarded-for']) {
      const client = String(incoming.headers['x-forwarded-for'])
      seen.push({ path, host: incoming.headers.host ?? '', client })
    }
    if (path !== health && upstream.state === 'hanging') return
    response.writeHead(isReady ? 200 : 503).end()
  })
  const { host: address } = new URL(await listenLocally(t, server))
  const upstream: Upstream = { address, seen, state: 'ready', server }
  return upstream
}

function run(program: string, args: string[], name: string, config: string): void {
  const file = join(folder, name)
  writeFileSync(file, config)
  const child = spawn(program, [...args, file], { stdio: 'ignore', env: { ...process.env, HOME: folder } })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  t.teardown(() => {
    child.kill()
    return ended
  })
}

/** @returns the status; 0 without a response in time. `fetch` would rewrite the path. */
async function statusOf(port: number, path: string, headers = {}, patienceMs = 8000): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const call = request({ host: '127.0.0.1', port, path, headers, timeout: patienceMs }, (response) => {
    response.resume()
    resolve(response.statusCode ?? 0)
  })
  call.on('timeout', () => call.destroy())
  call.on('error', () => resolve(0))
  call.end()
  return promise
}

async function countFailures(port: number): Promise<number> {
  const found: number[] = []
  for (let sent = 0; sent < REQUESTS; sent += 10)
    found.push(...(await Promise.all(Array.from({ length: 10 }, () => statusOf(port, '/en')))))
  return found.filter((status) => status !== 200).length
}
