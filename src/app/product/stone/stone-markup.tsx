import type { I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'

import type { Locale } from '#shared/i18n/locale.ts'
import type { Stones } from '#shared/product/read-stones.ts'

import { StoneDrawing } from './stone-drawing.tsx'
import { coinFor } from './stone-size.tsx'

/** Renders an SVG for another page, colored by the classes `text-edge`, `text-ink` and `fill-surface`. */
export function stoneMarkup(stones: readonly Stones[], i18n: I18n, currency: string): string {
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <StoneDrawing stones={stones} coin={coinFor(i18n.locale as Locale, currency)} />
    </I18nProvider>,
    // The ids must differ from those of the other page.
    { identifierPrefix: 'stones-' },
  )
}
