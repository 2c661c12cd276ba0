import { Trans } from '@lingui/react/macro'

import { useHydrated } from '../../ui/hydration-mark.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Without the cart cookie, the browser may not change the cart. */
export function CookiesNeeded({ className = '' }: { className?: string }) {
  const isHydrated = useHydrated()
  if (!isHydrated) {
    // Without scripts, blocked cookies cannot be detected. The shopper then sees only an empty cart.
    return (
      <p className={`hidden text-sm text-quiet no-script:block ${className}`}>
        <Trans>
          Can’t see the item you just added? Your browser is blocking cookies, so your cart can’t be saved. Please allow
          cookies for this site and add the item again.
        </Trans>
      </p>
    )
  }
  if (navigator.cookieEnabled) return null
  return (
    <Notice className={className}>
      <Trans>
        Your browser is blocking cookies, so we can’t save your cart or take your order. Please allow cookies for this
        site and add your item again.
      </Trans>
    </Notice>
  )
}
