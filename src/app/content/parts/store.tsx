import { useId } from 'react'

import { ResponsiveImage } from '../../ui/image.tsx'
import { usePartSpace } from '../page-setting.tsx'
import { Actions, PartText } from '../part-base/introduction.tsx'
import type { PartProps } from '../part-base/part-props.ts'
import { toImage } from '../to-image.ts'
import { ContentTree } from '../tree/content-tree.tsx'
import { readIntroduction } from '../tree/read-nodes.ts'

const SIZES = '(min-width: 80rem) 38rem, (min-width: 48rem) 48vw, 100vw'

export function Store({ part }: PartProps) {
  const id = useId()
  const shown = toImage(part.props['picture'], part.props['alt'])
  const { heading, text, actions } = readIntroduction(part.children)
  return (
    <section
      aria-labelledby={id}
      className={`page-width grid items-center gap-x-12 gap-y-8 md:grid-cols-2 lg:gap-x-20 ${usePartSpace()}`}
    >
      {shown ? (
        <div className="max-md:-mx-5">
          <ResponsiveImage image={shown} sizes={SIZES} frame="aspect-[5/4] md:aspect-square" />
        </div>
      ) : null}
      <div className="max-w-md">
        <h2 id={id} className="display text-3xl md:text-4xl">
          <ContentTree nodes={heading} />
        </h2>
        <PartText nodes={text} className="mt-5 text-quiet" />
        <Actions links={actions} look="outline" />
      </div>
    </section>
  )
}
