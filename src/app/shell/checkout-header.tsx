import { Trans } from '@lingui/react/macro'

import { useLocalePath } from '../routing/page-context.tsx'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { LanguageSwitcher } from './language-switcher.tsx'
import { Wordmark } from './wordmark.tsx'

export function CheckoutHeader() {
  const to = useLocalePath()
  return (
    <header className="border-b border-line">
      <div className="page-width grid h-16 grid-cols-[1fr_auto_1fr] items-center lg:h-20">
        <a
          href={to('/cart')}
          className="inline-flex min-h-11 min-w-11 items-center gap-2 justify-self-start text-sm text-quiet hover:text-ink"
        >
          <ArrowLeftIcon className="size-4 shrink-0" />
          <span className="max-[26rem]:sr-only">
            <Trans>Back to cart</Trans>
          </span>
        </a>
        <Wordmark />
        <div className="-mr-2.5 justify-self-end">
          <LanguageSwitcher />
        </div>
      </div>
    </header>
  )
}
