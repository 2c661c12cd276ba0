import { Trans } from '@lingui/react/macro'

import { useHydrated } from '../../ui/hydration-mark.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Says where the browser keeps no cookies: a cart belongs to who brings its cookie, so that there is none without. */
export function CookiesNeeded({ className = '' }: { className?: string }) {
  const isHydrated = useHydrated()
  if (!isHydrated) {
    // Without scripts no one can tell, and an empty cart is all that the shopper sees of it.
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
