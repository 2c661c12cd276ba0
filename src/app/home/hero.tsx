import { Trans, useLingui } from '@lingui/react/macro'

import { useLocalePath } from '../routing/page-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { HeroPicture } from './hero-picture.tsx'
import { EMERALD_VELVET } from './hero-pictures.ts'

const FRAME = 'h-[92vw] max-h-[60svh] max-sm:portrait:h-[125vw] sm:h-[min(50vw,46rem)] sm:max-h-none'

/** The first thing seen: one ring on velvet, and where to begin. It keeps its own dark in either mode. */
export function Hero() {
  const to = useLocalePath()
  const { t } = useLingui()
  return (
    <section data-theme="dark" aria-labelledby="hero-title" className="relative bg-(--velvet)!">
      <HeroPicture
        picture={EMERALD_VELVET}
        alt={t`Yellow gold solitaire ring with a round moissanite on deep green velvet`}
        priority
        frame={FRAME}
        fit="object-[82%_50%] max-sm:portrait:object-center sm:object-[60%_30%]"
      />
      {/* On a small screen the picture runs out into the ground of the words. */}
      <span
        aria-hidden
        className={`absolute inset-x-0 top-0 bg-linear-to-t from-(--velvet) to-transparent to-25% sm:hidden ${FRAME}`}
      />
      <div className="relative sm:absolute sm:inset-0 sm:flex sm:items-center">
        <div className="page-width">
          <div className="max-w-md pt-3 pb-14 sm:py-0 lg:max-w-xl">
            <h1 id="hero-title" className="display text-4xl lg:text-5xl">
              <Trans>A stone that keeps the light</Trans>
            </h1>
            <p className="mt-4 max-w-sm text-ink/85 md:mt-5 lg:text-lg">
              <Trans>Moissanite rings, necklaces and earrings in gold, platinum and silver.</Trans>
            </p>
            <div className="mt-8 flex flex-wrap items-center gap-x-7 gap-y-2 md:mt-10">
              <ButtonLink href={to('/shop/rings')} className="min-w-[min(12rem,100%)]">
                <Trans>Shop rings</Trans>
              </ButtonLink>
              <ButtonLink href={to('/shop/viewAll')} look="quiet" className="quiet-link">
                <Trans>See all pieces</Trans>
              </ButtonLink>
            </div>
          </div>
        </div>
      </div>
    </section>
  )
}
