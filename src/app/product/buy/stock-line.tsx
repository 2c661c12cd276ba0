import { Plural, Trans } from '@lingui/react/macro'

import type { ShownVariant } from '#shared/product/shown-product.ts'
import { availableOf } from '#shared/product/variant-choice.ts'

const FEW = 3

export function StockLine({ variant }: { variant: ShownVariant }) {
  const left = availableOf(variant)
  return (
    <p aria-live="polite" className="flex items-center gap-2.5 text-sm">
      <span
        aria-hidden
        className={`size-2 rounded-full ${left === 0 ? 'border border-edge' : left <= FEW || variant.lead_days ? 'bg-ornament' : 'bg-success'}`}
      />
      {left === 0 ? (
        <span className="text-quiet">
          <Trans>Sold out</Trans>
        </span>
      ) : left <= FEW ? (
        <span className="font-medium text-gold">
          <Plural value={left} one="Only # left" other="Only # left" />
        </span>
      ) : variant.lead_days ? (
        <span className="text-quiet">
          <Plural
            value={variant.lead_days}
            one="Made to order: ready to ship in # working day"
            other="Made to order: ready to ship in # working days"
          />
        </span>
      ) : (
        <span className="text-quiet">
          <Trans>In stock</Trans>
        </span>
      )}
    </p>
  )
}
