import t from 'tap'

import { launchChromium } from '#test/support/chromium.ts'
import { inviteGuests } from '#test/support/guests.ts'
import { inspectRooms, viewsOf } from '#test/support/inspect-rooms.ts'
import { createRandom, seedOfRun } from '#test/support/random.ts'
import { stageRooms, listRooms } from '#test/support/rooms.ts'
import { startShop } from '#test/support/test-shop.ts'

// Each room once, in a language, a window and a light by chance; `npm run prove accessible` looks at all of them.
t.test('no page and no overlay keeps anybody out', async (t) => {
  const shop = await startShop(t, { wrapShopData: stageRooms, env: { LOG_LEVEL: 'silent' } })
  const browser = await launchChromium()
  t.teardown(() => browser.close())
  const rooms = await listRooms(shop.url)
  const guests = await inviteGuests(browser, shop.url)
  const seed = seedOfRun()
  t.comment(`TEST_SEED=${seed}`)
  const random = createRandom(seed)

  const { looks, violations } = await inspectRooms({
    browser,
    origin: shop.url,
    rooms,
    guests,
    viewsOf: (room) => [random.pick(viewsOf(room))],
  })
  t.same(violations, [])
  t.equal(looks, rooms.length)
})
