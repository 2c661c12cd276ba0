import { useId } from 'react'

import { Actions, PartText } from '../part-base/introduction.tsx'
import type { PartProps } from '../part-base/part-props.ts'
import { WideImage } from '../part-base/wide-image.tsx'
import { toImage } from '../to-image.ts'
import { ContentTree } from '../tree/content-tree.tsx'
import { readIntroduction } from '../tree/read-nodes.ts'

const FRAME = 'h-[86vw] max-sm:portrait:h-[110vw] md:h-[min(48vw,46rem)]'

export function WhatIs({ part }: PartProps) {
  const id = useId()
  const image = toImage(part.props['picture'], part.props['alt'])
  const { heading, text, actions } = readIntroduction(part.children)
  return (
    <section data-theme="dark" aria-labelledby={id} className="relative mt-16 bg-(--charcoal)! md:mt-24 lg:mt-28">
      {image ? (
        <WideImage
          picture={image}
          frame={FRAME}
          fit="object-[18%_50%] max-sm:portrait:object-[50%_40%] md:object-[40%_36%]"
        />
      ) : null}
      <span
        aria-hidden
        className={`absolute inset-x-0 top-0 bg-linear-to-t from-(--charcoal) to-transparent to-25% md:hidden ${FRAME}`}
      />
      <div className="relative md:absolute md:inset-0 md:flex md:items-center">
        <div className="page-width md:flex md:justify-end">
          <div className="max-w-md pt-3 pb-14 md:w-1/2 md:py-0">
            <h2 id={id} className="display text-3xl lg:text-4xl">
              <ContentTree nodes={heading} />
            </h2>
            <PartText nodes={text} className="mt-4 text-ink/85" />
            <Actions links={actions} look="outline" />
          </div>
        </div>
      </div>
    </section>
  )
}
