import t, { type Test } from 'tap'

import { markCharacters, markTerms, type TextPart } from '#app/search/mark-terms.ts'
import { createRecentSearches } from '#app/search/use-recent-searches.ts'

t.test('typed characters are marked at the beginning of words', async (t) => {
  t.equal(toText(markCharacters('engagement ring', 'Eng')), '[eng]agement ring')
  t.equal(toText(markCharacters('oval ring', 'ri ov')), '[ov]al [ri]ng')
  t.equal(toText(markCharacters('halo ring, half eternity', 'hal ha')), '[hal]o ring, [hal]f eternity')
  t.equal(toText(markCharacters('кольцо-дорожка', 'дор')), 'кольцо-[дор]ожка')
  t.equal(toText(markCharacters('Тёмный сапфир', 'темн')), '[Тёмн]ый сапфир')
})

t.test('nothing is marked if the query was corrected', async (t) => {
  t.equal(toText(markCharacters('кольцо', 'rjkmwj')), 'кольцо')
  t.equal(toText(markCharacters('ring', '  ')), 'ring')
  t.equal(toText(markCharacters('ring', '.*[')), 'ring')
})

t.test('found words are marked as a whole, and no others', async (t) => {
  t.equal(toText(markTerms('Oval halo ring', ['ring', 'oval'])), '[Oval] halo [ring]')
  t.equal(toText(markTerms('Ringlets', ['ring'])), 'Ringlets')
  t.equal(toText(markTerms('Кольцо-дорожка', ['кольцо-дорожка'])), '[Кольцо]-[дорожка]')
  t.equal(toText(markTerms('Ring', [])), 'Ring')
})

function toText(parts: readonly TextPart[]): string {
  return parts.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('')
}

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
