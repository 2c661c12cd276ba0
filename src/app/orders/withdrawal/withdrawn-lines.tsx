import { useLingui } from '@lingui/react/macro'

import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'
import type { WithdrawnLine } from '#shared/order/order.ts'

interface WithdrawnLinesProps {
  lines: readonly WithdrawnLine[]
  /** If it differs from the page's language. */
  locale?: Locale
}

export function WithdrawnLines({ lines, locale }: WithdrawnLinesProps) {
  const { t } = useLingui()
  const lang = locale && LANGUAGE_TAGS[locale]
  return (
    <ul className="mt-3 ruled border-y border-line">
      {lines.map(({ id, title, label, quantity }) => (
        <li key={id} className="py-3 break-words">
          <p lang={lang} className="display text-xl/6">
            {title}
          </p>
          <p className="mt-1 text-sm text-quiet">
            <span lang={lang}>{label}</span>
            {label && quantity > 1 ? ' · ' : null}
            {quantity > 1 ? t`Quantity: ${quantity}` : null}
          </p>
        </li>
      ))}
    </ul>
  )
}
