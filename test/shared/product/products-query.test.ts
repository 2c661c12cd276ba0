import t from 'tap'

import { productsPath, readHandles } from '#shared/product/products-query.ts'

const read = (query: string) => readHandles(new URLSearchParams(query))

t.test('an address of some pieces is read as it was written', async (t) => {
  const handles = ['plain-wedding-band', 'кольцо', 'a&b']
  const path = productsPath('/compare', handles)
  t.equal(productsPath('/compare', ['a', 'b']), '/compare?pieces=a,b')
  t.same(readHandles(new URL(path, 'http://localhost').searchParams), handles)
  t.equal(productsPath('/compare', []), '/compare', 'without pieces it is the page itself')
})

t.test('what stands in an address names each piece once, and nothing that no piece could be called', async (t) => {
  t.same(read(''), [])
  t.same(read('pieces='), [])
  t.same(read('pieces=a,,b, a ,a'), ['a', 'b'])
  t.same(read(`pieces=a,${'x'.repeat(101)}`), ['a'])
})
