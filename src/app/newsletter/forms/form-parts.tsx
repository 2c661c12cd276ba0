import { Trans } from '@lingui/react/macro'

import { useLocalePath, usePage } from '../../routing/page-context.tsx'

/** What a form says besides its fields, so that it works without JavaScript; and a field that only machines fill in. */
export function QuietFields({ returnTo }: { returnTo: string }) {
  const { locale } = usePage()
  return (
    <>
      <input type="hidden" name="lang" value={locale} />
      <input type="hidden" name="site_type" value="jewelry" />
      <input type="hidden" name="return_to" value={returnTo} />
      <span aria-hidden className="sr-only">
        <input name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
      </span>
    </>
  )
}

/** What one agrees to by the button above it; a change of its promise is a new `CONSENT_TEXT_VERSION`. */
export function ConsentText({ className = '' }: { className?: string }) {
  const to = useLocalePath()
  const { brand } = usePage()
  return (
    <p className={`text-xs text-quiet ${className}`}>
      <Trans>
        With this you agree to letters from {brand}. They begin once you confirm the first one, and each has a link that
        ends them.{' '}
        <a href={to('/policies/privacy-policy')} className="quiet-link">
          What we do with your address
        </a>
      </Trans>
    </p>
  )
}

/** What a machine wrote into the field that people do not see. */
export function trapOf(form: HTMLFormElement): string {
  return (form.elements.namedItem('website') as HTMLInputElement).value
}
