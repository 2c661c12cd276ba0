import t from 'tap'

import { createRandom, seedOfRun } from '#test/support/random.ts'

import { AMERICA, openShop } from '../make-contents.ts'
import { vocabularyOf } from './random-choice.ts'
import { makeRandomShelf } from './random-shelf.ts'
import { timeChoices, workClock } from './time-choices.ts'

const LIMIT_MS = 20
const view = { locale: 'ru', regionId: AMERICA.id } as const

t.test('a shopper among a thousand pieces waits for no choice', async (t) => {
  const seed = seedOfRun()
  t.comment(`seed ${seed}`)
  const random = createRandom(seed)
  const { products, sheets } = makeRandomShelf(random, 1000)
  const shop = await openShop(products, sheets)
  const words = vocabularyOf(shop.categories('ru'), shop.cards({ withFacets: true }, view)?.facets)
  const times = await timeChoices({
    random,
    words,
    choices: 1000,
    ask: (query) => shop.cards(query, view),
    clock: workClock,
  })
  t.ok(times.p99 < LIMIT_MS, JSON.stringify(times))
})
