import { Trans } from '@lingui/react/macro'

import { track } from '../../analytics/track.ts'
import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Popup } from '../../ui/overlays/popup.tsx'

export function LaunchPopup({ onClose }: { onClose: () => void }) {
  const to = useLocalePath()
  const { campaignEnd } = usePage()

  function shop() {
    track('IntentToShop', { campaign: 'Launch40' })
    onClose()
  }

  return (
    <Popup
      isSheet
      onClose={onClose}
      className="max-w-lg text-center"
      titleClass="max-md:px-8 text-3xl md:mt-5 md:text-5xl"
      top={<Brilliant />}
      title={<Trans>An early Black Friday</Trans>}
    >
      <p className="mt-2 text-lg font-medium text-gold md:mt-3 md:text-xl">
        <Trans>40% off sitewide</Trans>
        {campaignEnd ? (
          <span className="block text-sm text-quiet">
            <Trans>Until {campaignEnd}</Trans>
          </span>
        ) : null}
      </p>
      <p className="mx-auto mt-2 max-w-sm text-quiet max-md:text-sm md:mt-4">
        <Trans>Every ring, necklace, earring, bracelet and set at launch prices. No promo code needed!</Trans>
      </p>
      <div className="mt-4 flex flex-col items-center gap-1 md:mt-8 md:gap-2">
        <a href={to('/shop/viewAll')} onClick={shop} className={buttonClass('solid', 'w-full max-w-80')}>
          <Trans>Shop the Launch Event</Trans>
        </a>
        <button type="button" onClick={onClose} className="quiet-link min-h-11 px-3 text-sm text-quiet">
          <Trans>No, thanks</Trans>
        </button>
      </div>
    </Popup>
  )
}

/** A drawing of a round brilliant cut, seen from above. */
function Brilliant() {
  return (
    <svg
      viewBox="-50 -50 100 100"
      className="mx-auto size-16 text-ornament max-md:hidden"
      fill="none"
      stroke="currentColor"
      aria-hidden
    >
      <path d="M23 0 16 16 0 23-16 16-23 0-16-16 0-23 16-16zM23 0 31 13 16 16 13 31 0 23-13 31-16 16-31 13-23 0-31-13-16-16-13-31 0-23 13-31 16-16 31-13zM48 0 31 13 34 34 13 31 0 48-13 31-34 34-31 13-48 0-31-13-34-34-13-31 0-48 13-31 34-34 31-13zM48 0 34 34 0 48-34 34-48 0-34-34 0-48 34-34z" />
    </svg>
  )
}
