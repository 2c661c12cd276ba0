import { useId } from 'react'

import { Actions, PartText } from '../part-base/introduction.tsx'
import type { PartProps } from '../part-base/part-props.ts'
import { WideImage } from '../part-base/wide-image.tsx'
import { toImage } from '../to-image.ts'
import { ContentTree } from '../tree/content-tree.tsx'
import { readIntroduction } from '../tree/read-nodes.ts'

const FRAME = 'h-[92vw] max-h-[60svh] max-sm:portrait:h-[125vw] sm:h-[min(50vw,46rem)] sm:max-h-none'

/** Dark in both color modes. */
export function HomeHero({ part }: PartProps) {
  const id = useId()
  const image = toImage(part.props['picture'], part.props['alt'])
  const { heading, text, actions } = readIntroduction(part.children)
  return (
    <section data-theme="dark" aria-labelledby={id} className="relative bg-(--velvet)!">
      {image ? (
        <WideImage
          picture={image}
          priority
          frame={FRAME}
          fit="object-[82%_50%] max-sm:portrait:object-center sm:object-[60%_30%]"
        />
      ) : null}
      {/* On small screens the image fades into the background of the text. */}
      <span
        aria-hidden
        className={`absolute inset-x-0 top-0 bg-linear-to-t from-(--velvet) to-transparent to-25% sm:hidden ${FRAME}`}
      />
      <div className="relative sm:absolute sm:inset-0 sm:flex sm:items-center">
        <div className="page-width">
          <div className="max-w-md pt-3 pb-14 sm:py-0 lg:max-w-xl">
            <h1 id={id} className="display text-4xl lg:text-5xl">
              <ContentTree nodes={heading} />
            </h1>
            <PartText nodes={text} className="mt-4 max-w-sm text-ink/85 md:mt-5 lg:text-lg" />
            <Actions links={actions} className="mt-8 md:mt-10" />
          </div>
        </div>
      </div>
    </section>
  )
}
