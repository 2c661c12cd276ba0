import t from 'tap'

import { createRandom, seedOfRun } from '#test/support/random.ts'

import { AMERICA, openShop } from '../make-contents.ts'
import { makeRandomCatalog } from './random-catalog.ts'
import { vocabularyOf } from './random-choice.ts'
import { timeChoices, workClock } from './time-choices.ts'

const LIMIT_MS = 20
const view = { locale: 'ru', regionId: AMERICA.id } as const

t.test('filters of a thousand products take less than 20 ms', async (t) => {
  const seed = seedOfRun()
  t.comment(`seed ${seed}`)
  const random = createRandom(seed)
  const { products, priceLists } = makeRandomCatalog(random, 1000)
  const shop = await openShop(products, priceLists)
  const terms = vocabularyOf(shop.categories('ru'), shop.cards({ withFacets: true }, view)?.facets)
  const times = await timeChoices({
    random,
    words: terms,
    choices: 1000,
    ask: (query) => shop.cards(query, view),
    clock: workClock,
  })
  t.ok(times.p99 < LIMIT_MS, JSON.stringify(times))
})
