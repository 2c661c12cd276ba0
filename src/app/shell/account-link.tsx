import { useLingui } from '@lingui/react/macro'

import { useLocalePath } from '../routing/page-context.tsx'
import { AccountIcon } from '../ui/account-icon.tsx'

/** Cached pages do not know whether the shopper is signed in. */
export function AccountLink() {
  const { t } = useLingui()
  const to = useLocalePath()
  return (
    <a href={to('/account')} aria-label={t`Your account`} className="header-opener transition-colors hover:text-gold">
      <AccountIcon className="size-6" />
    </a>
  )
}
