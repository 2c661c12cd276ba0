import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import t from 'tap'

import { readFlag, STUB } from '#app/analytics/analytics.ts'

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

t.test(
  'an advertisement click keeps its timestamp when the page is opened again, and a newer click replaces it',
  async (t) => {
    const saved = new Map<string, string>()
    const storage = { getItem: (key: string) => saved.get(key) ?? null, setItem: saved.set.bind(saved) }
    let address = 'https://shop.example/en?fbclid=click-1'
    let now = 1_700_000_000_000
    t.intercept(globalThis, 'localStorage', { value: storage })
    t.intercept(performance, 'getEntriesByType', { value: () => [{ name: address }] })
    t.intercept(Date, 'now', { value: () => now })
    const { keepClickId } = await import('#app/analytics/pixel/click-id.ts')
    const open = (search: string) => {
      address = `https://shop.example/en${search}`
      now += 1000
      keepClickId()
      return saved.get('facebook_click_id')
    }
    t.equal(open(''), undefined)
    const first = open('?fbclid=click-1')
    t.equal(first, `fb.1.${now}.click-1`)
    t.equal(open('?fbclid=click-1'), first)
    t.equal(open(''), first)
    t.equal(open('?fbclid=click-2'), `fb.1.${now}.click-2`)
  },
)

const RECORDER = join(dirname(fileURLToPath(import.meta.resolve('mixpanel-browser'))), 'mixpanel.module.js')

t.test('the recorder stops waiting for frames and stylesheets after five seconds', async (t) => {
  const text = readFileSync(RECORDER, 'utf8')
  for (const name of ['iframeLoadTimeout', 'stylesheetLoadTimeout']) {
    t.match(text, `${name} = _options_${name} === void 0 ? 5e3 :`, 'the default timeout')
    t.notMatch(text, new RegExp(`['"]?${name}['"]?: \\d`), 'Mixpanel does not override it')
  }
})
