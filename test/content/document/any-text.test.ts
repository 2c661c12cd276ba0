import fc from 'fast-check'
import t from 'tap'

import { parseDocument } from '#content/document/parse-document.ts'
import { seedOfRun } from '#test/support/random.ts'

const PRODUCTS = [
  '---\n',
  'a: ',
  '[',
  ']',
  '{',
  '}',
  '"',
  "'",
  ':::',
  '::',
  ':x',
  '#',
  '\n',
  '\n\n',
  '- ',
  '|',
  '*',
  '`',
  '![',
  '](',
  '<b',
  '>',
  '&a',
  '*a',
  '.',
  ',',
  'Ё',
  '日',
  '\u0000',
  '\r',
  '\t',
  '__proto__',
  'faqs',
  'spot',
  '[^1]',
  '=',
]
const text = fc.array(fc.oneof(fc.constantFrom(...PRODUCTS), fc.string({ maxLength: 5 })), { maxLength: 60 })

t.test('any file is either parsed or rejected, and every fault names an existing line', async (t) => {
  fc.assert(
    fc.property(text, fc.constantFrom('md', 'yml', 'json', 'csv'), (products, extension) => {
      const source = products.join('')
      const { document, faults } = parseDocument(`content:en:a.${extension}`, source, { locales: ['en'] })
      const lines = source.split(/\r\n|\r|\n/).length
      if (document === null && faults.length === 0) throw new Error('neither read nor refused')
      for (const { line, message } of faults) {
        if (!(line >= 1 && line <= lines) || message.includes('\n')) throw new Error(`${line} of ${lines}: ${message}`)
      }
    }),
    { numRuns: 2000, seed: seedOfRun() },
  )
  t.pass('2,000 texts')
})
