import { Trans } from '@lingui/react/macro'

import { usePage } from '../routing/page-context.tsx'
import { ButtonLink } from '../ui/button.tsx'

export function DataSection() {
  const { locale } = usePage()
  return (
    <section aria-labelledby="data">
      <h2 id="data" className="display text-xl">
        <Trans>Your data</Trans>
      </h2>
      <p className="mt-2 text-quiet">
        <Trans>
          Everything we hold about you, in one file: details, addresses, orders, devices, and your newsletter, gift
          hints and back-in-stock requests.
        </Trans>
      </p>
      <ButtonLink href={`/api/account/export?lang=${locale}`} look="outline" className="mt-6 max-sm:w-full">
        <Trans>Download your data</Trans>
      </ButtonLink>
    </section>
  )
}
