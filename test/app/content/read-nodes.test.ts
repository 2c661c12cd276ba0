import t from 'tap'

import { elementsOf, readEntries, readIntroduction, textOf } from '#app/content/tree/read-nodes.ts'
import { element } from '#test/app/content/tree.ts'

t.test('an introduction has a heading, a text, and links if its last paragraph consists of links', (t) => {
  const rings = element('a', { href: '/shop/rings' }, 'Rings')
  const all = element('a', { href: '/shop/viewAll' }, 'All')
  const text = element('p', {}, 'One ', element('a', { href: '/blogs' }, 'read'), ' more.')
  const part = [element('h2', {}, 'A stone'), text, element('p', {}, rings, ' ', all)]
  const found = readIntroduction(part)
  t.equal(textOf(found.heading), 'A stone')
  t.same(found.words, [text], 'a paragraph with text around a link stays a paragraph')
  t.same(found.actions, [rings, all])
  t.same(readIntroduction(part.slice(0, 2)).actions, [])
  t.same(readIntroduction([]), { heading: [], words: [], actions: [] })
  t.end()
})

t.test('an entry is a heading with the content that follows it', (t) => {
  const [first, second] = [element('h3', {}, 'One?'), element('h3', {}, 'Two?')]
  const answers = [element('p', {}, 'Yes.'), element('ul', {}, element('li', {}, 'No.'))]
  const found = readEntries([element('p', {}, 'before any'), first, ...answers, second])
  t.same(found, [
    { heading: first, words: answers },
    { heading: second, words: [] },
  ])
  t.end()
})

t.test('every element is found, however deep, in reading order', (t) => {
  const tree = [element('ul', {}, element('li', {}, element('p', {}, 'a')), 'text'), element('hr')]
  t.same(
    [...elementsOf(tree)].map(({ tag }) => tag),
    ['ul', 'li', 'p', 'hr'],
  )
  t.end()
})
