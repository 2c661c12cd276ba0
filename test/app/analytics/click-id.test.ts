import t from 'tap'

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
