import { readFileSync } from 'node:fs'

import t from 'tap'

import { RING_SIZES } from '#app/product/help/ring-sizes.ts'

t.test('the ring size chart matches the article in the journal', async (t) => {
  const article = readFileSync('content/en/blogs/2.ring-sizes.md', 'utf8')
  const rows = article.split('\n').filter((line) => /^\| \d/.test(line))
  const cells = rows.map((row) =>
    row
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  )
  t.same(
    cells.map(([diameter, circumference, america = '', britain, europe, japan, russia]) => ({
      code: america.replace('.', '-'),
      diameter: Number(diameter),
      circumference: Number(circumference),
      america: Number(america),
      britain,
      europe: Number(europe),
      japan,
      russia: Number(russia),
    })),
    RING_SIZES,
  )
})
