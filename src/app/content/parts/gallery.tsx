import { ResponsiveImage } from '../../ui/image.tsx'
import type { PartProps } from '../part-base/part-props.ts'
import { PartSection } from '../part-base/part-section.tsx'
import { toImage } from '../to-image.ts'
import { elementsOf, textProp } from '../tree/read-nodes.ts'

const SIZES = '(min-width: 80rem) 25rem, (min-width: 48rem) 32vw, 46vw'

export function Gallery({ part }: PartProps) {
  const images = [...elementsOf(part.children)].flatMap(({ tag, props }) =>
    tag === 'img' ? (toImage(props) ?? []) : [],
  )
  return (
    <PartSection title={textProp(part, 'title')}>
      <ul className="grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-6">
        {images.map((shown) => (
          // If the number of images is odd, the first one fills a whole row on phones.
          <li key={shown.url} className="max-md:first:nth-last-[odd]:col-span-2">
            <ResponsiveImage image={shown} sizes={SIZES} />
          </li>
        ))}
      </ul>
    </PartSection>
  )
}
