import t from 'tap'

import { createBoundedCache } from '#content/query/bounded-cache.ts'
import type { ContentRequests } from '#content/request/content-requests.ts'
import { rememberAnswers } from '#server/content/product-content.ts'

const MOST = 500

t.test('repeated queries of one page do not evict the results of other pages', async (t) => {
  const asked: unknown[] = []
  const requests = {
    query: (params: unknown) => asked.push(params),
    navigation: () => [],
  } as unknown as ContentRequests
  const { query } = rememberAnswers(requests)
  const ask = (path: number) => query({ where: [{ _path: `/${path}` }] })
  for (let path = 0; path < MOST; path += 1) ask(path)
  for (let path = 0; path < MOST; path += 1) ask(path)
  t.equal(asked.length, MOST, 'every question was answered once')
  ask(MOST)
  ask(MOST - 1)
  t.equal(asked.length, MOST + 1, 'one more displaces one')
  ask(0)
  t.equal(asked.length, MOST + 2, 'that which was not asked for longest')
})

t.test('results that are used again stay cached when the cache is full', async (t) => {
  const made: string[] = []
  const cache = createBoundedCache<string>(3)
  const get = (key: string) =>
    cache(key, () => {
      made.push(key)
      return key
    })
  for (const key of ['a', 'b', 'a', 'c', 'd', 'a']) get(key)
  t.same(made, ['a', 'b', 'c', 'd'], 'b was not asked for longest')
})
