import t, { type Test } from 'tap'

import { createRecentSearches } from '#app/search/use-recent-searches.ts'

t.test('the newest five searches are stored, and a repeated one moves to the front', async (t) => {
  const { recent } = openBrowser(t)
  for (const query of ['one', 'two', 'three', 'four', 'five', 'six', 'THREE']) recent.add(query)
  t.same(recent.list(), ['THREE', 'six', 'five', 'four', 'two'])
})

t.test('a single search and all of them can be deleted', async (t) => {
  const { recent, stored } = openBrowser(t)
  for (const query of ['ring', 'кольцо', 'Серьги']) recent.add(query)
  recent.remove('КОЛЬЦО')
  t.same(recent.list(), ['Серьги', 'ring'])
  t.equal(stored.get('recentSearches'), '["Серьги","ring"]')
  recent.clear()
  t.same(recent.list(), [])
  t.notOk(stored.has('recentSearches'))
})

t.test('listeners are notified of every change, in this tab and in others', async (t) => {
  const { recent, stored, notifyOfOtherTab } = openBrowser(t)
  const received: (readonly string[])[] = []
  const unsubscribe = recent.listen(() => received.push(recent.list()))
  recent.add('ring')
  stored.set('recentSearches', '["halo","ring"]')
  notifyOfOtherTab('recentSearches')
  notifyOfOtherTab('cart_id')
  stored.clear()
  notifyOfOtherTab(null)
  unsubscribe()
  recent.add('oval')
  t.same(received, [['ring'], ['halo', 'ring'], []])
})

t.test('invalid stored values are ignored', async (t) => {
  for (const text of ['{', 'null', '7', '{"0":"ring"}']) {
    const { recent, stored } = openBrowser(t)
    stored.set('recentSearches', text)
    t.same(recent.list(), [], text)
  }
  const { recent, stored } = openBrowser(t)
  stored.set('recentSearches', '["ring",7,"",null,"a","b","c","d","e"]')
  t.same(recent.list(), ['ring', 'a', 'b', 'c', 'd'])
})

t.test('the list keeps its identity until it changes, which avoids needless renders', async (t) => {
  const { recent } = openBrowser(t)
  recent.add('ring')
  t.equal(recent.list(), recent.list())
})

/** A browser's storage, with storage events of other tabs. */
function openBrowser(t: Test) {
  const tabs = new EventTarget()
  t.intercept(globalThis, 'addEventListener', { value: tabs.addEventListener.bind(tabs), configurable: true })
  const stored = new Map<string, string>()
  const recent = createRecentSearches({
    get: (key) => stored.get(key),
    set: (key, value) => void stored.set(key, value),
    remove: (key) => void stored.delete(key),
  })
  const notifyOfOtherTab = (key: string | null) => tabs.dispatchEvent(Object.assign(new Event('storage'), { key }))
  return { recent, stored, notifyOfOtherTab }
}
