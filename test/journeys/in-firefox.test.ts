import t from 'tap'

import { launchFirefox } from '#test/engines/firefox.ts'
import { MAIN_WALKS, visitIn } from '#test/engines/walks.ts'
import { findFirefox } from '#test/runner/find-firefox.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

if (findFirefox() === undefined) {
  t.pass('these walks did not run', { skip: 'there is no Firefox here: install firefox-esr' })
  process.exit()
}

const shop = await startOwnShop(t)
const firefox = await launchFirefox()
t.teardown(() => firefox.close())

for (const [title, walk] of Object.entries(MAIN_WALKS)) {
  t.test(`a shopper in Firefox ${title}`, async (t) => {
    const complaints = await visitIn(firefox, shop.url, (shopper) => walk(shopper, shop.url))
    t.same(complaints, [], 'the browser has nothing to complain about')
  })
}
