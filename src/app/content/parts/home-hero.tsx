import { useId } from 'react'

import { Actions, Words } from '../part-base/introduction.tsx'
import type { PartProps } from '../part-base/part-props.ts'
import { WidePicture } from '../part-base/wide-picture.tsx'
import { toPicture } from '../to-picture.ts'
import { ContentTree } from '../tree/content-tree.tsx'
import { readIntroduction } from '../tree/read-nodes.ts'

const FRAME = 'h-[92vw] max-h-[60svh] max-sm:portrait:h-[125vw] sm:h-[min(50vw,46rem)] sm:max-h-none'

/** The first thing seen: one piece on velvet, and where to begin. It keeps its own dark in either mode. */
export function HomeHero({ part }: PartProps) {
  const id = useId()
  const picture = toPicture(part.props['picture'], part.props['alt'])
  const { heading, words, actions } = readIntroduction(part.children)
  return (
    <section data-theme="dark" aria-labelledby={id} className="relative bg-(--velvet)!">
      {picture ? (
        <WidePicture
          picture={picture}
          priority
          frame={FRAME}
          fit="object-[82%_50%] max-sm:portrait:object-center sm:object-[60%_30%]"
        />
      ) : null}
      {/* On a small screen the picture runs out into the ground of the words. */}
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
            <Words nodes={words} className="mt-4 max-w-sm text-ink/85 md:mt-5 lg:text-lg" />
            <Actions links={actions} className="mt-8 md:mt-10" />
          </div>
        </div>
      </div>
    </section>
  )
}
