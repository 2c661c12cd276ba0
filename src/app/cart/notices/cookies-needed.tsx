import { Trans } from '@lingui/react/macro'

import { useHydrated } from '../../ui/hydration-mark.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Notice that the browser blocks cookies. The cart's cookie is what allows a browser to write to the cart. */
export function CookiesNeeded({ className = '' }: { className?: string }) {
  const isHydrated = useHydrated()
  if (!isHydrated) {
    // Without scripts this cannot be detected, and the shopper only sees an empty cart.
    return (
      <p className={`hidden text-sm text-quiet no-script:block ${className}`}>
        <Trans>
          Is what you have just added missing? Then your browser blocks cookies, without which no cart can be kept.
          Please allow them for this site, and add it once more.
        </Trans>
      </p>
    )
  }
  if (navigator.cookieEnabled) return null
  return (
    <Notice className={className}>
      <Trans>
        Your browser blocks cookies. Without them the shop cannot keep a cart, and nothing can be ordered. Please allow
        cookies for this site, and add your piece once more.
      </Trans>
    </Notice>
  )
}
