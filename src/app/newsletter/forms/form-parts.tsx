import { Trans } from '@lingui/react/macro'

import { useLocalePath, usePage } from '../../routing/page-context.tsx'

/** For submissions without JavaScript, with the honeypot field that only bots fill in. */
export function HiddenFields({ returnTo, siteType = 'jewelry' }: { returnTo: string; siteType?: string | null }) {
  const { locale } = usePage()
  return (
    <>
      <input type="hidden" name="lang" value={locale} />
      {siteType ? <input type="hidden" name="site_type" value={siteType} /> : null}
      <input type="hidden" name="return_to" value={returnTo} />
      <span aria-hidden className="sr-only">
        <input name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
      </span>
    </>
  )
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

export function honeypotOf(form: HTMLFormElement): string {
  return (form.elements.namedItem('website') as HTMLInputElement).value
}
