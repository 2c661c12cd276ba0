import { Trans, useLingui } from '@lingui/react/macro'

import type { LineItem } from '#shared/cart/cart.ts'
import { choiceOf } from '#shared/cart/choice-of.ts'
import { imageUrl } from '#shared/images/image-url.ts'
import { crossedOutPrice, type ReferencePrice } from '#shared/money/crossed-out-price.ts'
import { formatMoney } from '#shared/money/format-money.ts'

import { usePage } from '../../routing/page-context.tsx'

/** @param source an image source, as in Image.url */
export function LineImage({ source, className }: { source: string | null; className: string }) {
  return (
    <span aria-hidden className={`picture shrink-0 rounded-sm ${className}`}>
      {source ? (
        <img
          src={imageUrl(source, 320)}
          alt=""
          width={320}
          height={320}
          decoding="async"
          className="size-full object-cover"
        />
      ) : null}
    </span>
  )
}

interface LineFiguresProps {
  line: LineItem
  currency: string
  /** For an order this is always the backend. */
  reference: ReferencePrice
}

export function LineFigures({ line, currency, reference }: LineFiguresProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  const before = crossedOutPrice(line.unit_price, line.original_unit_price, reference)
  if (line.unit_price === 0) return null
  return (
    <p className="ml-auto shrink-0 text-right text-sm tabular-nums">
      <span className="block font-semibold whitespace-nowrap">{formatMoney(line.total, currency, locale)}</span>
      {before === undefined ? null : (
        <s className="block whitespace-nowrap text-quiet">
          <span className="sr-only">{t`Was:`} </span>
          {formatMoney(before * line.quantity, currency, locale)}
        </s>
      )}
    </p>
  )
}

/** The chosen metal and size, if there was a choice, and the engraving: `White gold · Size 6`. */
export function LineChoice({ line }: { line: LineItem }) {
  const { t } = useLingui()
  const { engraving } = line
  const parts = choiceOf(line, (size) => `${t`Size`} ${size}`)
  if (line.lead_days) parts.push(t`Made to order`)
  return (
    <>
      {parts.length > 0 ? (
        <p className="dotted-row mt-1 text-sm text-quiet">
          {parts.map((part) => (
            <span key={part}>{part}</span>
          ))}
        </p>
      ) : null}
      {engraving ? (
        <p className="mt-1 text-sm break-words text-quiet">
          <Trans>Engraving: {engraving}</Trans>
        </p>
      ) : null}
    </>
  )
}
