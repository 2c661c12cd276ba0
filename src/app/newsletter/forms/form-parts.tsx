import { Trans } from '@lingui/react/macro'

import { useLocalePath, usePage } from '../../routing/page-context.tsx'

/** Several shops may share subscriptions. */
export function SiteType() {
  return <input type="hidden" name="site_type" value="jewelry" />
}

/** If the meaning changes, also change `CONSENT_TEXT_VERSION` on the server. */
export function ConsentText({ className = '' }: { className?: string }) {
  const to = useLocalePath()
  const { brand } = usePage()
  return (
    <p className={`text-xs text-quiet ${className}`}>
      <Trans>
        By signing up, you agree to receive emails from {brand}. They start once you’ve confirmed your address, and each
        has an unsubscribe link.{' '}
        <a href={to('/policies/privacy-policy')} className="quiet-link">
          What we do with your address
        </a>
      </Trans>
    </p>
  )
}
