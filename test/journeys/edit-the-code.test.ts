import t from 'tap'

import { visit } from '#test/support/browser.ts'
import { startDevShop } from '#test/support/development/dev-shop.ts'
import { EDITS, makeEdit } from '#test/support/development/edits.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'
import { testFolder } from '#test/support/test-folder.ts'

// Vite's own words about a server that goes and comes back.
const RESTARTING = [/WebSocket/, /ERR_CONNECTION_RE/]

const shop = await startDevShop(t, { path: testFolder(t), commerce: await sharedCommerce() })

for (const edit of EDITS) {
  t.test(`a developer who edits a ${edit.name} sees it in the open page without doing anything`, async (t) => {
    await visit(
      t,
      shop.url,
      async (page) => {
        const { seconds, reloadedAfter, typed } = await makeEdit(page, shop, edit)
        const reload = reloadedAfter === undefined ? '' : `, page loaded again after ${reloadedAfter} s`
        t.comment(`${edit.name}: seen after ${seconds} s${reload}`)
        t.equal(reloadedAfter === undefined, edit.isHot, edit.isHot ? 'the page is not loaded again' : 'by itself')
        if (edit.isHot) t.equal(typed, 'ada@shopper.example', 'what was typed stays')
      },
      edit.name === 'server route' ? { expected: RESTARTING } : {},
    )
  })
}
