import { Trans } from '@lingui/react/macro'

import { HelpPopup } from './help-popup.tsx'

export function CarePopup(props: { url: URL; onClose: () => void }) {
  return (
    <HelpPopup {...props} title={<Trans>Caring for your pieces</Trans>}>
      <div className="prose-small mt-4">
        <ol>
          <li>
            <Trans>Soak the piece for five minutes in a bowl of warm water with a drop of mild soap.</Trans>
          </li>
          <li>
            <Trans>Brush gently behind the stone and between the claws with a soft toothbrush.</Trans>
          </li>
          <li>
            <Trans>Rinse it in clean water and dry it with a soft cloth.</Trans>
          </li>
        </ol>
      </div>
      <dl className="mt-6 flex flex-col gap-4 border-t border-line pt-6 text-sm leading-6 text-pretty">
        <div>
          <dt className="font-semibold">
            <Trans>When to take it off</Trans>
          </dt>
          <dd className="text-quiet">
            <Trans>
              Before the pool, the gym, gardening and anything with bleach. Put rings on after hand cream, not before.
            </Trans>
          </dd>
        </div>
        <div>
          <dt className="font-semibold">
            <Trans>Storage</Trans>
          </dt>
          <dd className="text-quiet">
            <Trans>Each piece in its own pouch, clasps closed: moissanite scratches gold.</Trans>
          </dd>
        </div>
        <div>
          <dt className="font-semibold">
            <Trans>Yearly check-up</Trans>
          </dt>
          <dd className="text-quiet">
            <Trans>
              Hold the piece to your ear and tap it. If something rattles, a stone is loose: stop wearing it and see a
              jeweller.
            </Trans>
          </dd>
        </div>
      </dl>
    </HelpPopup>
  )
}
