import t from 'tap'

import { STUB, readFlag } from '#app/analytics/analytics.ts'

t.test('without analytics every event is ignored', async (t) => {
  t.doesNotThrow(() => {
    STUB.track('Product Viewed', { id: 'prod_1' })
    STUB.identify('somebody')
    STUB.people.set({ 'First Seen': 'today' })
    STUB.reset()
  })
  t.same(await readFlag('gift_note', { key: 'none', value: false }), { key: 'none', value: false })
  await STUB.end()
})
