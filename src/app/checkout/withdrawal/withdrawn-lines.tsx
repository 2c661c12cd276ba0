import { useLingui } from '@lingui/react/macro'

import type { WithdrawnLine } from '#shared/api/order.ts'

/** What somebody withdraws from, to be read. */
export function WithdrawnLines({ lines }: { lines: readonly WithdrawnLine[] }) {
  const { t } = useLingui()
  return (
    <ul className="mt-3 ruled border-y border-line">
      {lines.map(({ id, title, label, quantity }) => (
        <li key={id} className="py-3 break-words">
          <p className="display text-xl/6">{title}</p>
          <p className="mt-1 text-sm text-quiet">
            {[label, quantity > 1 ? t`Quantity: ${quantity}` : ''].filter(Boolean).join(' · ')}
          </p>
        </li>
      ))}
    </ul>
  )
}
