import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'
import type { PrintoutShape } from '#shared/product/size-printout.ts'

import { RING_SIZES } from '../help/ring-sizes.ts'
import { nameSize } from '../help/size-table.tsx'

/** Dimensions of a bank card in mm (ISO/IEC 7810 ID-1). */
const CARD = { width: 85.6, height: 53.98, corner: 3.18 }
/** Gap between the circles, in mm. */
const PITCH = 25.5
/** Vertical centers of the rows of circles, in mm. Circles of later rows are larger. */
const ROWS = [104, 129, 156] as const
const STRIP = { top: 204, height: 14, tip: 14, slit: 88, end: 97 }

/** @param i18n must contain the catalog `ringSize` */
export function sizePrintoutShapes(i18n: I18n, locale: Locale, brand: string): PrintoutShape[] {
  const { format } = new Intl.NumberFormat(LANGUAGE_TAGS[locale])
  const mm = i18n._(msg`mm`)
  const text = (x: number, y: number, content: string, size = 3.8): PrintoutShape => ({
    kind: 'text',
    text: content,
    x,
    y,
    size,
  })
  const centered = (x: number, y: number, content: string, size = 3.8): PrintoutShape => ({
    kind: 'text',
    text: content,
    x,
    y,
    size,
    isCentered: true,
  })
  // The lines of the strip are close together, so their labels alternate between two heights.
  const half = STRIP.height / 2
  return [
    text(0, 6, `${brand} · ${i18n._(msg`Find your ring size`)}`, 6.5),
    text(0, 14, i18n._(msg`Print at 100%, without “fit to page”. A bank card must fit the frame exactly.`)),
    { kind: 'card', x: 0.2, y: 20, ...CARD },
    text(6, 48, i18n._(msg`Place a bank card here`)),
    { kind: 'path', d: 'M100 47h50m-50-3v6m50-6v6' },
    centered(125, 42, `50 ${mm}`),

    text(0, 86, i18n._(msg`A. With a ring: place it on the circles.`), 4.6),
    text(0, 93, i18n._(msg`Its inner edge will line up with the circle of its size.`)),
    ...RING_SIZES.flatMap((size, index): PrintoutShape[] => {
      const perRow = RING_SIZES.length / ROWS.length
      const row = Math.floor(index / perRow)
      const [x, y] = [PITCH / 2 + (index % perRow) * PITCH, ROWS[row] ?? 0]
      const largest = (RING_SIZES[(row + 1) * perRow - 1] ?? size).diameter
      return [
        { kind: 'circle', x, y, radius: size.diameter / 2 },
        centered(x, y + 1.4, nameSize(size, locale), 4.6),
        centered(x, y + largest / 2 + 4.5, `${format(size.diameter)} ${mm}`, 3.2),
      ]
    }),

    text(0, 182, i18n._(msg`B. With the strip: cut it out and cut the slit.`), 4.6),
    text(0, 190, i18n._(msg`Wrap it round your finger, thread the tip through the slit and pull until it’s snug.`)),
    text(0, 196, i18n._(msg`The line at the slit is your size.`)),
    {
      kind: 'path',
      d: `M${STRIP.tip} ${STRIP.top}H${STRIP.end}v${STRIP.height}H${STRIP.tip}L0 ${STRIP.top + half}Z`,
      dashes: [1.5, 1],
    },
    { kind: 'path', d: `M${STRIP.slit} ${STRIP.top + 1}v${STRIP.height - 2}`, line: 0.6 },
    ...RING_SIZES.flatMap((size, index): PrintoutShape[] => {
      const [x, y] = [STRIP.slit - size.circumference, STRIP.top + (index % 2) * half]
      return [
        { kind: 'path', d: `M${x} ${y}v${half}` },
        { kind: 'text', text: nameSize(size, locale), x: x + 2, y: y + half - 0.4, size: 2.1, isUpright: true },
      ]
    }),
    text(0, 232, i18n._(msg`Measure in the evening, three times. Between sizes? For a wide band, choose the larger.`)),
  ]
}
