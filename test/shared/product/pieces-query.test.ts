import t from 'tap'

import { piecesPath, readPieces } from '#shared/product/pieces-query.ts'

const read = (query: string) => readPieces(new URLSearchParams(query))

t.test('an address of some pieces is read as it was written', async (t) => {
  const handles = ['plain-wedding-band', 'кольцо', 'a&b']
  const path = piecesPath('/compare', handles)
  t.equal(piecesPath('/compare', ['a', 'b']), '/compare?pieces=a,b')
  t.same(readPieces(new URL(path, 'http://localhost').searchParams), handles)
  t.equal(piecesPath('/compare', []), '/compare', 'without pieces it is the page itself')
})

t.test('what stands in an address names each piece once, and nothing that no piece could be called', async (t) => {
  t.same(read(''), [])
  t.same(read('pieces='), [])
  t.same(read('pieces=a,,b, a ,a'), ['a', 'b'])
  t.same(read(`pieces=a,${'x'.repeat(101)}`), ['a'])
})
