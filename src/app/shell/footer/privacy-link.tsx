import { Trans } from '@lingui/react/macro'

import { hasMeasures } from '#shared/privacy/has-measures.ts'
import { policySection } from '#shared/privacy/policy-section.ts'

import { useLocalePath, usePage } from '../../routing/page-context.tsx'

/** Opens the consent question again. Without JavaScript there are no analytics, and the policy says so. */
export function PrivacyLink() {
  const to = useLocalePath()
  const { locale, publicConfig } = usePage()
  return hasMeasures(publicConfig) ? (
    <a href={to(policySection(locale))} data-privacy-choices className="footer-link">
      <Trans>Privacy choices</Trans>
    </a>
  ) : null
}
