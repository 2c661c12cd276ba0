import { EmailBanner } from '../../newsletter/banner/email-banner.tsx'
import { usePartSpace } from '../page-setting.tsx'
import type { PartProps } from '../part-base/part-props.ts'
import { toImage } from '../to-image.ts'
import { textProp } from '../tree/read-nodes.ts'

export function BannerPart({ part }: PartProps) {
  const left = toImage(part.props['left'])
  const right = toImage(part.props['right'])
  return (
    <div className={usePartSpace()}>
      <EmailBanner
        className="far-down-44 md:far-down-57 lg:far-down-47"
        start={textProp(part, 'tab') === 'hint' ? 'hint' : 'subscribe'}
        pictures={left && right ? [left, right] : undefined}
      />
    </div>
  )
}
