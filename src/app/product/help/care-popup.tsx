import { Trans } from '@lingui/react/macro'

import { HelpPopup } from './help-popup.tsx'

interface CarePopupProps {
  url: URL
  onClose: () => void
}

/** Care instructions for a product. */
export function CarePopup(props: CarePopupProps) {
  return (
    <HelpPopup {...props} title={<Trans>Caring for your pieces</Trans>}>
      <div className="prose-small mt-4">
        <ol>
          <li>
            <Trans>Lay the piece in a bowl of warm water with a drop of mild soap, for five minutes.</Trans>
          </li>
          <li>
            <Trans>Brush gently behind the stone and between the claws with a soft toothbrush.</Trans>
          </li>
          <li>
            <Trans>Rinse it in clean water, and dry it with a soft cloth.</Trans>
          </li>
        </ol>
      </div>
      <dl className="mt-6 flex flex-col gap-4 border-t border-line pt-6 text-sm leading-6 text-pretty">
        <div>
          <dt className="font-semibold">
            <Trans>Take it off</Trans>
          </dt>
          <dd className="text-quiet">
            <Trans>
              For the pool, the gym and the garden, and for bleach. Put rings on after the cream, not before.
            </Trans>
          </dd>
        </div>
        <div>
          <dt className="font-semibold">
            <Trans>Put it away</Trans>
          </dt>
          <dd className="text-quiet">
            <Trans>Each piece in a pouch of its own, clasps closed: moissanite scratches gold.</Trans>
          </dd>
        </div>
        <div>
          <dt className="font-semibold">
            <Trans>Have it looked at</Trans>
          </dt>
          <dd className="text-quiet">
            <Trans>
              Once a year. If it ticks when you tap it, a stone is loose: stop wearing it and see a jeweller.
            </Trans>
          </dd>
        </div>
      </dl>
    </HelpPopup>
  )
}
