import { Trans } from '@lingui/react/macro'

import { useLocalePath } from '../../routing/page-context.tsx'

/** Where to go from a piece of which nothing can be bought. */
export function SoldOutNote() {
  const to = useLocalePath()
  return (
    <p className="text-sm text-quiet">
      <Trans>This piece cannot be bought at the moment.</Trans>{' '}
      <a href={to('/shop/viewAll')} className="quiet-link inline-block py-1 text-ink">
        <Trans>See all pieces</Trans>
      </a>
    </p>
  )
}
