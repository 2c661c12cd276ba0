import t from 'tap'

import { callActions } from '#server/cli/admin/action.ts'
import { actionHelp, generalHelp, resourceHelp } from '#server/cli/admin/help.ts'
import { OPERATIONS } from '#server/cli/admin/operation-actions.ts'
import { readInput } from '#server/cli/admin/read-input.ts'
import { toTable } from '#server/cli/admin/to-table.ts'
import { createAdminClient } from '#server/medusa/admin/admin-client.ts'
import { startFaultyServer } from '#test/server/medusa/faulty-server.ts'

const actions = [...OPERATIONS, ...callActions()]

t.test('every action has a unique name, and help that lists all its arguments', async (t) => {
  const names = actions.map(({ resource, name }) => `${resource} ${name}`)
  t.equal(new Set(names).size, names.length)
  for (const action of actions) {
    const { resource, name, ids, options, data } = action
    const help = actionHelp(action)
    const flags = [...ids, ...options].filter((term) => /^\w+$/.test(term)).map((term) => `--${term}`)
    for (const term of [...flags, ...data]) t.ok(help.includes(term), `${resource} ${name}: ${term}`)
    t.ok(generalHelp(actions).includes(resource))
    t.ok(resourceHelp(resource, actions).includes(`  ${name} `), name)
    t.equal(readInput(action, ['--help']).help, true)
    t.equal(help.includes('--query'), !action.isStrict, 'and nothing that it does not')
  }
})

t.test('no argument of an API call has the name of a common option', async (t) => {
  const ours = ['help', 'json', 'all', 'yes', 'query', 'data', 'file']
  for (const { ids, options, name } of actions)
    t.notOk(
      [...ids, ...options].some((term) => ours.includes(term)),
      name,
    )
})

t.test('an option that is given once is a value, and one that is given twice is a list', async (t) => {
  const [list] = actions.filter(({ resource, name }) => resource === 'orders' && name === 'list')
  if (!list) throw new Error('orders cannot be listed')
  const typed = readInput(list, ['--limit', '5', '--status', 'a', '--status', 'b', '--query', 'created_at[$gte]=c=d'])
  t.same(typed.options, { limit: '5', status: ['a', 'b'], 'created_at[$gte]': 'c=d' })
  t.same(readInput(list, ['--order', '-created_at', '--json']).options, { order: '-created_at' })
  t.throws(() => readInput(list, ['--query', 'limit']), { message: /not "limit"/ })
  t.throws(() => readInput(list, ['--statu', 'a']), { message: /'--statu'; ".* orders list --help" lists/ })
})

t.test('an operation rejects unknown arguments', async (t) => {
  const find = (name: string) => {
    const found = OPERATIONS.find((action) => `${action.resource} ${action.name}` === name)
    if (!found) throw new Error(`there is no ${name}`)
    return found
  }
  const folder = t.testdir({
    'amount.json': '{"amount": 10.5}',
    'slip.json': '{"itmes": []}',
    'items.json': '{"items": []}',
  })
  const typed = (name: string, ...args: string[]) => readInput(find(name), ['--id', 'order_1', ...args])
  t.throws(() => typed('orders refund', '--data', `${folder}/amount.json`), {
    message: /takes no --data, .*nothing was done/,
  })
  t.throws(() => typed('orders ship', '--data', `${folder}/slip.json`), { message: /takes no "itmes" in its data/ })
  t.throws(() => typed('orders return', '--data', `${folder}/amount.json`), { message: /"amount"/ })
  t.throws(() => typed('orders refund', '--query', 'amount=10.5'), { message: /takes no --query/ })
  t.throws(() => typed('orders ship', '--file', `${folder}/items.json`), { message: /takes no --file/ })
  t.same(typed('orders ship', '--data', `${folder}/items.json`).data, { items: [] })
})

t.test('a write whose answer is lost is reported as possibly done, and a read as failed', async (t) => {
  const server = await startFaultyServer((_, response) => response.destroy())
  const admin = createAdminClient({ baseUrl: server.url, auth: { apiKey: 'sk_test' } })
  t.teardown(() => Promise.all([admin.close(), server.close()]))
  const typed = async (name: string) => {
    const action = actions.find((one) => `${one.resource} ${one.name}` === name)
    const [ids, log] = [{ id: 'pay_1' }, () => {}]
    return action?.run(admin, { ids, options: {}, data: {}, files: [], priceUnit: 'major', log })
  }
  const may = / It may have been done all the same; look before you ask again\.$/
  await t.rejects(typed('payments refund'), { name: 'UnknownOutcomeError', message: may })
  await t.rejects(typed('payments retrieve'), { name: 'BackendError' })
  await server.close()
  await t.rejects(typed('payments refund'), { name: 'BackendError', message: /could not be reached/ })
})

t.test('a table shows as many columns as fit, identifying columns first', async (t) => {
  const orders = [
    { total: 12.5, email: 'ada@shopper.example', id: 'order_1', items: [], note: 'x'.repeat(60) },
    { total: 7, email: null, id: 'order_22', items: [] },
  ]
  t.equal(
    toTable({ orders, count: 9 }, 44),
    [
      'id        email                total',
      'order_1   ada@shopper.example  12.5',
      'order_22                       7',
      '2 of 9; not shown, but with --json: note',
    ].join('\n'),
  )
  t.match(toTable({ orders }, 120), new RegExp(`${'x'.repeat(39)}…\n`))
  t.equal(toTable({ orders: [], count: 0 }, 80), 'None.')
  t.equal(
    toTable({ order: { items: [{}, {}], tags: ['a', 'b'], id: 'order_1' } }, 80),
    'order\n  id     order_1\n  items  2 things\n  tags   a, b',
  )
})

t.test('a table of one object cuts nothing and removes control characters', async (t) => {
  const token = 'x'.repeat(300)
  const shipping_address = { first_name: 'Ada', address_1: 'Lindenstr. 4', city: 'Berlin' }
  const table = toTable({ order: { id: 'order_1', token, shipping_address, note: '\u001b[2J\u0007' } }, 40)
  t.ok(table.includes(token))
  t.match(table, /"first_name":"Ada","address_1":"Lindenstr. 4"/)
  t.notMatch(table, /\p{Cc}(?<!\n)/u)
})

t.test('a table shows amounts in whole cents, and other numbers as they are', async (t) => {
  const order = { id: 'order_1', total: 1526.1675, tax_total: 103.1675, item_subtotal: 1398, rate: 7.125 }
  t.match(toTable({ order }, 80), /^ +total +1526.17$/m)
  t.match(toTable({ order }, 80), /tax_total +103.17$/m)
  t.match(toTable({ order }, 80), /rate +7.125$/m)
  t.match(toTable({ orders: [order], count: 1 }, 80), /order_1 +1526.17 +103.17 +1398 +7.125\n/)
})

t.test('a table of several parts shows each under its name', async (t) => {
  const batch = { created: [], updated: [{ id: 'prod_1' }], deleted: { ids: ['prod_2', 'prod_3'], deleted: true } }
  t.equal(
    toTable(batch, 80),
    'created\nNone.\n\nupdated\nid\nprod_1\n1\n\ndeleted\n  ids      prod_2, prod_3\n  deleted  true',
  )
  t.equal(
    toTable({ transaction_id: 'auto-1', summary: { toCreate: 2 } }, 80),
    '  transaction_id  auto-1\n\nsummary\n  toCreate  2',
    'also the fields next to the parts',
  )
  t.equal(toTable({ ids: ['a', 'b'], deleted: true }, 80), '  deleted  true\n\nids\na\nb\n2')
})
