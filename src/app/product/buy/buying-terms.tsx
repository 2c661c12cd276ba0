import { Plural, Trans } from '@lingui/react/macro'

import { DeliveryLine } from '../../delivery/delivery-line.tsx'
import { useLocalePath, usePage } from '../../routing/page-context.tsx'

/** What one asks before buying: when it comes, and whether it may go back. @param props.isSold there is none to come */
export function BuyingTerms({ isSold }: { isSold: boolean }) {
  const to = useLocalePath()
  const { returnDays } = usePage()
  return (
    <div className="border-t border-line pt-3 text-sm leading-6 text-quiet">
      {isSold ? null : <DeliveryLine />}
      <p>
        <Plural value={returnDays} one="# day to send it back unworn." other="# days to send it back unworn." />{' '}
        <a href={to('/policies/return-policy')} className="quiet-link">
          <Trans>How returns work</Trans>
        </a>
      </p>
    </div>
  )
}
