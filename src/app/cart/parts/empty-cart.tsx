import { Trans, useLingui } from '@lingui/react/macro'

import { useLocalePath } from '../../routing/page-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

interface EmptyCartProps {
  onLeave?: () => void
  isPage?: boolean
  reason?: string | null
}

export function EmptyCart({ onLeave, isPage = false, reason }: EmptyCartProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  return (
    <EmptyState
      title={t`Your cart is empty`}
      text={reason ?? t`Not sure where to start? Try our best sellers.`}
      isPage={isPage}
    >
      <ButtonLink href={to('/shop')} onClick={onLeave}>
        <Trans>Shop all</Trans>
      </ButtonLink>
    </EmptyState>
  )
}
