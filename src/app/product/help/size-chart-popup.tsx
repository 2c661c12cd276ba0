import { Trans, useLingui } from '@lingui/react/macro'

import { LANGUAGE_TAGS } from '#shared/i18n/locale.ts'

import { usePage } from '../../routing/page-context.tsx'
import { HelpPopup } from './help-popup.tsx'
import { RING_SIZES } from './ring-sizes.ts'

interface SizeChartPopupProps {
  url: URL
  onClose: () => void
}

/** Every size of a ring on every scale, beside the choice of one. */
export function SizeChartPopup(props: SizeChartPopupProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  const { format } = new Intl.NumberFormat(LANGUAGE_TAGS[locale])
  const cell = 'py-2.5 px-1'
  return (
    <HelpPopup {...props} title={<Trans>Ring sizes</Trans>}>
      <p className="mt-4 text-quiet">
        <Trans>Measure the inside of a ring that fits, from edge to edge, and look for the number under “mm”.</Trans>
      </p>
      <div className="mt-5 overflow-x-auto">
        <table className="w-full text-center text-xs min-[24rem]:text-sm">
          <thead className="text-quiet">
            <tr className="border-b border-edge">
              {[t`mm`, t`Russia`, t`Europe`, t`UK`, t`US`].map((name) => (
                <th key={name} scope="col" className={`font-medium ${cell}`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {RING_SIZES.map(({ diameter, russia, europe, britain, america }) => (
              <tr key={diameter} className="border-b border-line">
                <th scope="row" className={`font-semibold ${cell}`}>
                  {format(diameter)}
                </th>
                {[format(russia), format(europe), britain, format(america)].map((size) => (
                  <td key={size} className={cell}>
                    {size}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-5 text-sm text-quiet">
        <Trans>Measure in the evening, when the hand is warm. Between two sizes take the larger for a wide band.</Trans>
      </p>
    </HelpPopup>
  )
}
