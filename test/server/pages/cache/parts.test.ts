import t from 'tap'

import { createCachedPage, type CachedPage, readVisitCookies } from '#server/pages/cache/cached-page.ts'
import { cacheAddress } from '#server/pages/cache/page-cache-plugin.ts'
import { createPageStore } from '#server/pages/cache/page-store.ts'

t.test('a page is looked up by what it depends on', async (t) => {
  for (const [url, address] of [
    ['/en', '/en'],
    ['/ru/shop/rings?sort=newest', '/ru/shop/rings?sort=newest'],
    ['/en/shop?utm_source=a&utm_medium=b&fbclid=c&gclid=d', '/en/shop'],
    ['/en/shop?UTM_SOURCE=a&metal=gold&gclid', '/en/shop?metal=gold'],
    ['/en/shop?gad_source=1&gad_campaignid=2&gclid=3', '/en/shop'],
    ['/en/shop?_gl=1*a&ymclid=b&epik=c&li_fat_id=d&sccid=e&irclickid=f&_kx=g&mc_eid=h&ref=i', '/en/shop'],
    ['/en/shop?reference=1', '/en/shop?reference=1'],
    ['/en?', '/en'],
    ['/en?&&', '/en'],
    ['/en/shop?gclidx=1', '/en/shop?gclidx=1'],
    ['/english', undefined],
    ['/api/products/rings', undefined],
    [`/en/${'x'.repeat(9000)}`, undefined],
  ] as const) {
    t.equal(cacheAddress(url), address, url)
  }
})

t.test('of cookies only what we wrote ourselves is taken at its word', async (t) => {
  t.same(readVisitCookies(undefined), { country: undefined, locale: undefined })
  t.same(readVisitCookies('a=1; user_country=de; locale=ru; b=2'), { country: 'DE', locale: 'ru' })
  t.same(readVisitCookies('x_user_country=DE;locale=en'), { country: undefined, locale: 'en' })
  for (const strange of [
    'user_country="DE"',
    'user_country=%44E',
    'user_country=',
    'user_country=DE; user_country=US',
    'a=1;\tpreviewToken=x',
    'previewToken=',
    'previewToken=ab',
  ]) {
    t.equal(readVisitCookies(strange), undefined, strange)
  }
})

t.test('pages never weigh more than they may; what was asked for the longest ago goes first', async (t) => {
  const bytes = Buffer.from('<p>page</p>'.repeat(1000))
  const page = await createCachedPage({ bytes, parameters: [], headers: {}, rememberLocale: '' }, '1')
  const store = createPageStore(page.size * 8)
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) store.keep(key, page)
  store.get('a')
  store.keep('g', page)
  t.equal(store.get('b'), undefined)
  t.equal(store.get('a'), page)
  t.equal(store.pages, 6)
  t.equal(store.bytes, page.size * 6)

  for (const key of ['a', 'c', 'd', 'e', 'f', 'g']) store.get(key)
  store.keep('h', page)
  t.equal(store.get('h'), page, 'what has just come is there, also where all the others are asked for')

  store.keep('a', page)
  store.get('a')
  for (let choice = 0; choice < 100; choice += 1) store.keep(`a?choice=${choice}`, page)
  t.equal(store.get('a'), page, 'choices push out choices, and no page that everybody opens')
  t.equal(store.pages, 8)
  t.ok(store.bytes <= page.size * 8)

  store.keep('a', { ...page, size: page.size * 100 } satisfies CachedPage)
  t.equal(store.get('a'), undefined, 'what is larger than the shelf is not kept at all')
  store.keep('c', page)
  store.keep('c', page)
  t.equal(store.bytes, page.size * store.pages, 'a page made anew takes the place of the old one')
})
