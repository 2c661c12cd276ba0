import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import t from 'tap'

import { journey } from '#test/support/browser.ts'
import { startDevShop } from '#test/support/development/dev-shop.ts'
import { EDITS, makeEdit } from '#test/support/development/edits.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'
import { testFolder } from '#test/support/test-folder.ts'
import { until } from '#test/support/until.ts'

const shop = await startDevShop(t, { path: testFolder(t), commerce: await sharedCommerce() })

for (const edit of EDITS) {
  journey(t, `an edit of a ${edit.name} appears in the open page by itself`, shop.url, async (page, t) => {
    const { seconds, reloadedAfter, typed } = await makeEdit(page, shop, edit)
    const reload = reloadedAfter === undefined ? '' : `, page loaded again after ${reloadedAfter} s`
    t.comment(`${edit.name}: seen after ${seconds} s${reload}`)
    t.equal(reloadedAfter === undefined, edit.isHot, edit.isHot ? 'the page is not loaded again' : 'by itself')
    if (edit.isHot) t.equal(typed, 'ada@shopper.example', 'what was typed stays')
  })
}

t.test('a broken server is reported, and the previous one responds until it is fixed', async (t) => {
  const { folder, process: shopProcess } = shop
  const file = 'src/server/visitor/visitor-routes.ts'
  // A connection that stays open would end with the server that is replaced.
  const ask = async () => (await fetch(`${shop.url}/api/ip-location`, { headers: { connection: 'close' } })).text()
  const [before] = shopProcess.workers()
  t.match(await ask(), 'XX')

  await folder.edit(file, "'XX'", "'YY' broken")
  await until(() => shopProcess.output().includes('the changed server does not start'), 30_000)
  t.match(shopProcess.output(), /SyntaxError|Expected/)
  t.match(await ask(), 'XX')
  t.same(shopProcess.workers(), [before])

  await folder.edit(file, "'YY' broken", "'YY'")
  await until(async () => (await ask().catch(String)).includes('YY'), 30_000)
  await until(() => !shopProcess.workers().includes(before ?? 0), 30_000)
})

t.test(
  'the server has no file of the data folder for anybody, and no source for the pages of other origins',
  async (t) => {
    const data = join(shop.folder.path, '.data')
    await mkdir(data)
    await writeFile(join(data, 'commerce-secrets.json'), '{"adminKey":"sk_1"}')
    const headers = { origin: 'http://localhost:8888' }
    for (const query of ['', '?raw', '?url', '?import&raw']) {
      const response = await fetch(`${shop.url}/@fs${data}/commerce-secrets.json${query}`, { headers })
      t.equal(response.status, 403, query)
      t.notMatch(await response.text(), 'sk_1')
    }
    const source = await fetch(`${shop.url}/index.tsx`, { headers })
    t.equal(source.status, 200)
    t.notOk(source.headers.get('access-control-allow-origin'))
  },
)

t.test('the log has a line for each page and API call, and none for files of Vite', async (t) => {
  const output = shop.process.output()
  t.match(output, /^\[\d\d:\d\d:\d\d\] INFO: GET \/en\/newsletter 200 \d+ ms$/m)
  t.notMatch(output, /\.(?:tsx?|css)\b.* (?:200|304) /)
  t.notMatch(output, '{"level"')
})

t.test('stopping the server leaves no process running', async (t) => {
  const workers = shop.process.workers()
  t.equal(workers.length, 1)
  t.equal(await shop.process.stop('SIGINT'), 0)
  t.same(workers.filter(isAlive), [])
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
