import { Trans } from '@lingui/react/macro'

import { useLocalePath } from '../../routing/page-context.tsx'
import { HelpPopup } from './help-popup.tsx'
import { SizeTable } from './size-table.tsx'

export function SizeChartPopup(props: { url: URL; onClose: () => void }) {
  const to = useLocalePath()
  return (
    <HelpPopup {...props} title={<Trans>Ring sizes</Trans>}>
      <p className="mt-4 text-quiet">
        <Trans>Measure the inside of a ring that fits, from edge to edge, and find the number under “mm”.</Trans>
      </p>
      <div className="mt-5">
        <SizeTable />
      </div>
      <p className="mt-4 text-sm text-quiet">
        <Trans>
          Measure in the evening, when your hands are warm. Between sizes? For a wide band, choose the larger.
        </Trans>
      </p>
      <a href={to('/ring-size')} className="quiet-link mt-4 mr-6 inline-flex min-h-11 items-center text-sm font-medium">
        <Trans>Measure on your screen or on paper</Trans>
      </a>
    </HelpPopup>
  )
}
