import t from 'tap'

import { AMERICA, makeProduct, makePriceList, makeVariant, openShop } from './make-contents.ts'

const inEnglish = { locale: 'en', regionId: AMERICA.id } as const
const inRussian = { locale: 'ru', regionId: AMERICA.id } as const

const halo = makeProduct({ id: 'halo', categories: ['pcat_halo'], tags: ['round'], collection: 'pcol_best' })
const solitaire = makeProduct({
  id: 'solitaire',
  categories: ['pcat_solitaire'],
  createdAt: '2026-03-01T00:00:00.000Z',
})
const studs = makeProduct({ id: 'studs', categories: ['pcat_earrings'], createdAt: '2026-02-01T00:00:00.000Z' })
const items = [halo, solitaire, studs]
const usd = makePriceList(AMERICA, items, { halo: [30_000], solitaire: [10_000], studs: [20_000] })

t.test('a list of handles shows the existing products in that order', async (t) => {
  const shop = await openShop(items, [usd])
  const handles = ['piece-studs', 'piece-gone', 'piece-halo']
  const found = shop.cards({ handles, limit: 1, category: 'tiaras' }, inEnglish)
  t.same(
    found?.products.map(({ handle }) => handle),
    ['piece-studs', 'piece-halo'],
  )
  t.equal(found?.count, 2)
  t.equal(found?.products[0]?.price?.calculated_amount, 20_000)
})

t.test('a collection is the backend’s own, else the pieces with that tag, else (what is new) the newest', async (t) => {
  const tagged = makeProduct({ id: 'tagged', tags: ['trending'] })
  const shop = await openShop([...items, tagged], [usd])
  const ids = (collection: 'best-sellers' | 'trending' | 'new-in') =>
    shop.cards({ collection }, inEnglish)?.products.map(({ id }) => id)
  t.same(ids('best-sellers'), ['halo'])
  t.same(ids('trending'), ['tagged'])
  t.same(ids('new-in'), ['solitaire', 'studs', 'halo', 'tagged'])
  const bare = await openShop(items, [usd])
  t.same(bare.cards({ collection: 'trending' }, inEnglish)?.products, [], 'trending has no fallback')
})

t.test('a card shows the lowest price, the available metals, and a second image of the same metal', async (t) => {
  const metals = [
    { id: 'val_w', code: 'white-gold' },
    { id: 'val_r', code: 'rose-gold' },
    { id: 'val_x', code: 'platinum' },
  ]
  const ring = makeProduct({
    id: 'ring',
    thumbnail: 'white-1.webp',
    images: ['white-1', 'rose-1', 'white-2'].map((name) => ({ id: `img_${name}`, url: `${name}.webp` })),
    options: [{ id: 'opt_m', code: 'metal', values: metals }],
    variants: [
      makeVariant('w', { options: { metal: 'white-gold' }, images: ['img_white-1', 'img_white-2'] }),
      makeVariant('r', { options: { metal: 'rose-gold' }, images: ['img_rose-1'], stock: 0 }),
    ],
  })
  const shop = await openShop([ring], [makePriceList(AMERICA, [ring], { ring: [50_000, 40_000] })])
  const [card] = shop.cards({}, inEnglish)?.products ?? []
  t.match(card, {
    price: { calculated_amount: 40_000 },
    price_varies: true,
    in_stock: true,
    thumbnail: { url: 'white-1.webp', alt: 'en alt', width: 800 },
    second_view: { url: 'white-2.webp' },
    quick_add_variant_id: null,
    shown_metal: null,
  })
  t.same(
    card?.metals.map(({ code }) => code),
    ['white-gold', 'rose-gold'],
  )

  const inMetals = (...chosen: string[]) => shop.cards({ metals: chosen }, inEnglish)?.products[0]
  t.match(
    inMetals('rose-gold'),
    { thumbnail: { url: 'rose-1.webp' }, second_view: null, shown_metal: 'rose-gold' },
    'a filter by rose gold shows rose gold',
  )
  t.match(
    inMetals('rose-gold', 'white-gold'),
    { thumbnail: { url: 'white-1.webp' }, second_view: { url: 'white-2.webp' }, shown_metal: 'white-gold' },
    'of two metals the one on the thumbnail',
  )
  const searched = (q: string) => shop.search({ q }, inEnglish).products[0]?.shown_metal
  t.equal(searched('rose gold'), 'rose-gold', 'a search for rose gold shows rose gold')
  t.equal(searched('piece'), null)
})

t.test('a card plays the film of the metal that it shows', async (t) => {
  const ring = makeProduct({
    id: 'ring',
    films: { any: ['ring.mp4'], 'rose-gold': ['rose.webm', 'rose.mp4'] },
    options: [{ id: 'opt_m', code: 'metal', values: ['white-gold', 'rose-gold'].map((code) => ({ id: code, code })) }],
    variants: ['white-gold', 'rose-gold'].map((metal) => makeVariant(metal, { options: { metal } })),
  })
  const shop = await openShop([ring])
  const filmIn = (...metals: string[]) => shop.cards({ metals }, inEnglish)?.products[0]?.film
  t.same(filmIn('rose-gold'), ['rose.webm', 'rose.mp4'])
  t.same(filmIn('white-gold'), ['ring.mp4'])
  t.same(filmIn(), ['ring.mp4'])
})

t.test('a product with one variant can be added from its card, unless it is sold out', async (t) => {
  const shop = await openShop([halo, makeProduct({ id: 'out', variants: [makeVariant('v', { stock: 0 })] })], [usd])
  const quick = (id: string) => shop.cards({}, inEnglish)?.products.find((card) => card.id === id)?.quick_add_variant_id
  t.equal(quick('halo'), 'halo_v1')
  t.equal(quick('out'), null)
})

t.test('an external image is described by the product title', async (t) => {
  const far = 'https://pictures.example/ring.jpg'
  const item = makeProduct({ id: 'far', thumbnail: far, images: [{ id: 'img_1', url: far }] })
  const shop = await openShop([item], [])
  t.same(shop.product('piece-far', inRussian)?.thumbnail, {
    id: 'img_1',
    url: far,
    alt: 'Украшение far',
    width: 1200,
    height: 1200,
  })
})

t.test('related products are of the same sub-category first, and never the product itself', async (t) => {
  const rings = Array.from({ length: 6 }, (_, index) => makeProduct({ id: `h${index}`, categories: ['pcat_halo'] }))
  const shop = await openShop([...items, ...rings], [usd])
  const related = shop.related('piece-halo', inEnglish)?.map(({ id }) => id) ?? []
  t.equal(related.length, 8)
  t.notOk(related.includes('halo'))
  t.same(
    related.slice(0, 6).toSorted(),
    rings.map(({ id }) => id),
  )
  t.equal(related[6], 'solitaire', 'then the category')
  t.equal(related[7], 'studs', 'then any')
  t.equal(shop.related('nothing', inEnglish), undefined)
})
