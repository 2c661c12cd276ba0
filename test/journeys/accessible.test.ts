import t from 'tap'

import { launchChromium } from '#test/support/chromium.ts'
import { inviteGuests } from '#test/support/guests.ts'
import { inspectRooms, viewsOf } from '#test/support/inspect-rooms.ts'
import { createRandom, seedOfRun } from '#test/support/random.ts'
import { STAGE, listRooms } from '#test/support/rooms.ts'
import { startShop } from '#test/support/test-shop.ts'

/** Of some seventy: `npm run prove accessible` takes all of them, in every language and window. */
const ROOMS = 50

// Rooms by chance, each in a language and a window by chance, by day and by night.
t.test('no page and no overlay keeps anybody out', async (t) => {
  const shop = await startShop(t, STAGE)
  const browser = await launchChromium()
  t.teardown(() => browser.close())
  const everyRoom = await listRooms(shop.url)
  const guests = await inviteGuests(browser, shop.url)
  const seed = seedOfRun()
  t.comment(`TEST_SEED=${seed}`)
  const random = createRandom(seed)
  const from = random.below(everyRoom.length)
  const rooms = [...everyRoom, ...everyRoom].slice(from, from + ROOMS)

  const { combinations, violations } = await inspectRooms({
    browser,
    origin: shop.url,
    rooms,
    guests,
    viewsOf: (room) => [random.pick(viewsOf(room))],
  })
  t.comment(`${combinations} combinations of room, language, window and light: ${violations.length} violations`)
  t.same(violations, [])
  t.equal(combinations, 2 * rooms.length)
  t.ok(combinations >= 100)
})
