import t from 'tap'

import { checkPictures } from '#dev/check-pictures.ts'

/** @param shown the pictures of each metal */
function makeProduct(handle: string, pictures: string[], shown: Record<string, string[]>) {
  const images = pictures.map((url, rank) => ({ id: `${rank}`, url, rank }))
  const metals = Object.keys(shown).map((value) => ({ id: `${handle} ${value}`, value }))
  return {
    id: handle,
    handle,
    title: handle,
    images,
    options: [{ id: `${handle} metal`, title: 'Metal', values: metals }],
    variants: metals.map(({ id, value }) => ({
      id: `${id} variant`,
      options: [{ id, value }],
      images: images.filter(({ url }) => shown[value]?.includes(url)),
    })),
  }
}

t.test('a merchant learns which pieces lack views or show the wrong metal', async (t) => {
  const views = ['1.webp', '2.webp', '3.webp']
  const gold = views.map((name) => `gold-${name}`)
  const products = [
    makeProduct('whole-ring', [...views, ...gold], { Silver: views, 'Rose gold': gold }),
    makeProduct('new-ring', ['1.webp'], { Silver: ['1.webp'] }),
    makeProduct('grey-ring', views, { Silver: views, 'Rose gold': [] }),
    makeProduct('mixed-ring', views, { Silver: views, 'Rose gold': views }),
    makeProduct('twin-ring', ['1.webp', '1.webp', '2.webp'], { Silver: views }),
    makeProduct('bare-ring', [], { Silver: [] }),
  ]
  const admin = { product: { list: async () => ({ products, count: products.length }) } }
  t.same(await checkPictures(admin as unknown as Parameters<typeof checkPictures>[0]), [
    'new-ring: 1 of 3 views in silver.',
    'grey-ring: no picture in rose-gold, so those of another metal are shown.',
    'mixed-ring: pictures that are shown in rose-gold, silver alike: 3. Assign each to the variants of its metal.',
    'twin-ring: 2 of 3 views in silver.',
    'bare-ring: 0 of 3 views in silver.',
  ])
})
