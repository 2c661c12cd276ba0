import t from 'tap'

import { productsPath, readHandles } from '#shared/product/products-query.ts'

const read = (query: string) => readHandles(new URLSearchParams(query))

t.test('handles in a URL are parsed as they were written', async (t) => {
  const handles = ['plain-wedding-band', 'кольцо', 'a&b']
  const path = productsPath('/compare', handles)
  t.equal(productsPath('/compare', ['a', 'b']), '/compare?pieces=a,b')
  t.same(readHandles(new URL(path, 'http://localhost').searchParams), handles)
  t.equal(productsPath('/compare', []), '/compare', 'without products it is the page itself')
})

t.test('handles in a URL are deduplicated, and invalid ones are dropped', async (t) => {
  t.same(read(''), [])
  t.same(read('pieces='), [])
  t.same(read('pieces=a,,b, a ,a'), ['a', 'b'])
  t.same(read(`pieces=a,${'x'.repeat(101)}`), ['a'])
})
