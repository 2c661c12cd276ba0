import { Trans } from '@lingui/react/macro'

import { AskLink } from '../contact/ask-link.tsx'
import { usePage } from '../routing/page-context.tsx'
import { PrivacyLink } from './footer/privacy-link.tsx'

/** The only links lead to a person who can help, and to the choice of consent. */
export function CheckoutFooter() {
  const { operator } = usePage()
  return (
    <footer className="page-width flex flex-wrap items-center justify-between gap-x-8 pb-5 text-sm text-quiet">
      <div className="flex flex-wrap items-center gap-x-6">
        <AskLink>
          <Trans>Questions? Ask us</Trans>
        </AskLink>
        <span>{operator.company}</span>
      </div>
      <PrivacyLink />
    </footer>
  )
}
