import t from 'tap'

import { contrastOf, parseRgb, toHex } from '#shared/shop/measure-color.ts'

t.test('the contrast ratio follows WCAG', async (t) => {
  const white = [255, 255, 255] as const
  t.equal(contrastOf([0, 0, 0], white), 21)
  t.equal(contrastOf(white, [0, 0, 0]), 21, 'in either order')
  t.equal(contrastOf(white, white), 1)
  t.equal(contrastOf([118, 118, 118], white).toFixed(2), '4.54')
  t.same(parseRgb('rgb(251, 248, 243)'), [251, 248, 243])
  t.equal(parseRgb('rgba(0, 0, 0, 0.6)'), undefined, 'a translucent color has no contrast of its own')
  t.equal(toHex([251, 8, 243]), '#fb08f3')
})
