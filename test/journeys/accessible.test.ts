import t from 'tap'

import { launchChromium } from '#test/support/chromium.ts'
import { inviteGuests } from '#test/support/guests.ts'
import { inspectRooms } from '#test/support/inspect-rooms.ts'
import { LIGHTS } from '#test/support/look.ts'
import { createRandom, seedOfRun } from '#test/support/random.ts'
import { breakPiece, listRooms } from '#test/support/rooms.ts'
import { startShop } from '#test/support/test-shop.ts'

// One light a view, by chance; `npm run prove accessible` looks at every view in both.
t.test('no page and no overlay keeps anybody out', async (t) => {
  const shop = await startShop(t, { wrapShopData: breakPiece, env: { LOG_LEVEL: 'silent' } })
  const browser = await launchChromium()
  t.teardown(() => browser.close())
  const rooms = await listRooms(shop.url)
  const guests = await inviteGuests(browser, shop.url)
  const seed = seedOfRun()
  t.comment(`TEST_SEED=${seed}`)
  const random = createRandom(seed)
  const chances = new Map(rooms.map(({ name }) => [name, random.below(LIGHTS.length)]))

  const { looks, violations } = await inspectRooms({
    browser,
    origin: shop.url,
    rooms,
    guests,
    lightsOf: (room, width) =>
      LIGHTS.filter((_, index) => (index + (chances.get(room) ?? 0) + Number(width > 1000)) % 2 === 0),
  })
  t.ok(looks >= 2 * rooms.length, 'every room is looked at in both languages')
  t.same(violations, [])
})
