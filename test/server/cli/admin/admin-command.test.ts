import { join } from 'node:path'

import t from 'tap'

import { toTable } from '#server/cli/admin/to-table.ts'
import { startBreakingProxy } from '#test/support/breaking-proxy.ts'
import { readShop } from '#test/support/sample-shop.ts'
import { ownCommerce } from '#test/support/test-shop.ts'

import { runCommand } from '../run-command.ts'

const commerce = await ownCommerce()
const order = await (await readShop(commerce)).buy('eur')

interface Given {
  env?: Record<string, string>
  input?: object | string
}

async function admin(args: string, { env = {}, input = '' }: Given = {}) {
  const settings = { MEDUSA_URL: commerce.medusaUrl, MEDUSA_ADMIN_KEY: commerce.adminKey, ...env }
  const text = typeof input === 'string' ? input : JSON.stringify(input)
  return runCommand('admin/admin-command.ts', args.split(' ').filter(Boolean), settings, text)
}

t.test('an operator lists the orders as a table, opens one, and cancels it', async (t) => {
  t.match(await admin(''), { code: 0, output: /^npm run admin -- METHOD PATH / })
  const fields = 'fields=id,email,total,items.title'
  const list = await admin(`GET /admin/orders --query limit=1 order=-created_at ${fields}`)
  t.equal(list.code, 0, list.output)
  t.match(list.output, /^id +email +status +total /)
  t.match(list.output, new RegExp(`\n${order.id} +shopper@example\\.com +pending +${order.total} .*\n1\\b`))
  const taxed = { orders: [{ id: 'order_1', total: 1526, tax_total: 103.1675 }] }
  t.match(toTable(taxed, 80), /order_1 +1526 +103\.17\n/, 'in whole cents')

  const { output } = await admin(`GET /admin/orders?q=shopper@example.com --json --query id=${order.id} ${fields}`)
  t.match(JSON.parse(output), { count: 1, orders: [{ id: order.id, items: [{ title: String }] }] })
  t.match(await admin(`POST /admin/orders/${order.id}/cancel`), { code: 0, output: /\n {2}status +canceled\n/ })
  const after = await admin(`GET /admin/orders/${order.id} --query fields=id,status`)
  t.match(after, { code: 0, output: /^order\n {2}id +order_\w+\n {2}status +canceled\n/ })
})

t.test('an operator creates, changes and deletes a tag by files and by the standard input', async (t) => {
  const folder = t.testdir({ 'tag.json': '{"value": "vin\\u001b[2Jtage"}' })
  const made = await admin(`POST /admin/product-tags --data ${join(folder, 'tag.json')}`)
  t.match(made, { code: 0, output: /^product_tag\n/ })
  t.match(made.output, /value +vin \[2Jtage\n/, 'without the characters that move the cursor of a terminal')
  const [id = ''] = /ptag_\w+/.exec(made.output) ?? []
  t.match(await admin(`POST /admin/product-tags/${id} --data -`, { input: { value: 'vintage' } }), { code: 0 })
  t.match(
    (await admin('GET /admin/product-tags --query value=vintage')).output,
    new RegExp(`^id +value.*\n${id} +vintage`),
  )
  t.match(await admin(`DELETE /admin/product-tags/${id}`), { code: 0, output: /deleted +true/ })
  t.same(await admin(`GET /admin/product-tags/${id}`), { code: 1, output: `There is no /admin/product-tags/${id}.\n` })
  t.same(await admin('GET /admin/product-tags --query value=vintage'), { code: 0, output: 'None.\n' })
})

t.test('an operator calls the store API without naming a publishable key', async (t) => {
  t.match(await admin('GET /store/regions --query fields=id,currency_code'), {
    code: 0,
    output: /^id +currency_code\nreg_/,
  })
})

t.test('a call that fails ends with 1 and one sentence that says why', async (t) => {
  const folder = t.testdir({ 'broken.json': '{"value": ' })
  const wrong = { email: 'mia@shop.example', password: 'wrong' }
  for (const [args, output, given] of [
    ['FETCH /admin/orders', /^"FETCH" is no method; these are: GET, POST, PUT, PATCH, DELETE\.\n$/],
    ['GET', /^A path begins with \/admin\/, \/store\/ or \/auth\/, not with ""\.\n$/],
    ['GET /admin/orders list', /^A parameter is a name and a value, such as limit=5, not "list"\.\n$/],
    ['GET /admin/orders --limit 5', /^Unknown option '--limit'/],
    [`POST /admin/product-tags --data ${folder}/broken.json`, /broken\.json is not JSON: .*\.\n$/],
    [
      'POST /admin/product-tags --data -',
      /^http\S+ answers 400: Invalid request: Field 'value' is required; Unrecognized fields: 'valu'\.\n$/,
      { input: { valu: 'modern' } },
    ],
    ['POST /admin/orders/order_none/cancel', /^http\S+ answers 404: Order id not found: order_none\.\n$/],
    ['GET /admin/orderz', /^http\S+ knows no such call \(404\): [^\n]+\.\n$/],
    ['POST /auth/user/emailpass --data -', /^http\S+ answers 401: Invalid email or password\.\n$/, { input: wrong }],
    ['GET /admin/orders', /^http\S+ refuses MEDUSA_ADMIN_KEY \(401\)\.\n$/, { env: { MEDUSA_ADMIN_KEY: 'sk_wrong' } }],
    [
      'GET /admin/orders',
      /^http\S+ refuses MEDUSA_ADMIN_TOKEN \(401\): it has lapsed/,
      { env: { MEDUSA_ADMIN_TOKEN: 'ey' } },
    ],
    [
      'GET /admin/orders',
      /^The commerce backend could not be reached[^\n]+\n$/,
      { env: { MEDUSA_URL: 'http://127.0.0.1:9' } },
    ],
  ] as [string, RegExp, Given?][]) {
    t.match(await admin(args, given), { code: 1, output }, args)
  }
})

t.test('an operator is told that a call whose answer was lost may have worked', async (t) => {
  const proxy = await startBreakingProxy(t, commerce.medusaUrl)
  proxy.breakWrite(0, 'after')
  const lost = await admin('POST /admin/product-tags --data -', {
    env: { MEDUSA_URL: proxy.url },
    input: { value: 'antique' },
  })
  t.match(lost, { code: 1, output: /^The call may have worked all the same\. Check that before you repeat it\.\n/ })
  t.match(await admin('GET /admin/product-tags --query value=antique'), { code: 0, output: /antique/ })
})
