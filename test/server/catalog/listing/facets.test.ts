import t from 'tap'

import { createRandom, seedOfRun } from '#test/support/random.ts'

import { AMERICA, openShop } from '../make-contents.ts'
import { naiveList } from './naive-list.ts'
import { makeRandomCatalog } from './random-catalog.ts'
import { randomChoice, rangesOf, vocabularyOf } from './random-choice.ts'

const SHOPS = 25
const CHOICES = 120
const view = { locale: 'en', regionId: AMERICA.id } as const

t.test('random filters give the same products, order and counts as a naive computation', async (t) => {
  const seed = seedOfRun()
  t.comment(`seed ${seed}`)
  const random = createRandom(seed)
  for (let shopNumber = 0; shopNumber < SHOPS; shopNumber += 1) {
    const catalog = makeRandomCatalog(random, 1 + random.below(150))
    const shop = await openShop(catalog.products, catalog.priceLists)
    const { facets } = shop.cards({ withFacets: true }, view) ?? {}
    const bands = rangesOf(facets)
    const terms = vocabularyOf(shop.categories('en'), facets)
    for (let asked = 0; asked < CHOICES; asked += 1) {
      const query = randomChoice(random, terms)
      const { products, count, facets: counted } = shop.cards(query, view) ?? {}
      const answer = { ids: products?.map(({ id }) => id), count, facets: counted }
      const expected = naiveList(catalog, query, bands)
      // Thousands of assertions would take longer than the queries.
      if (JSON.stringify(answer) === JSON.stringify(expected)) continue
      t.same(answer, expected, `seed ${seed}: ${JSON.stringify(query)}`)
      return
    }
  }
  t.pass(`${SHOPS * CHOICES} choices`)
})
