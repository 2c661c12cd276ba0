import { Trans, useLingui } from '@lingui/react/macro'

import { useLocalePath } from '../routing/page-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { HeroPicture } from './hero-picture.tsx'
import { CHARCOAL_HALO } from './hero-pictures.ts'

const FRAME = 'h-[86vw] max-sm:portrait:h-[110vw] md:h-[min(48vw,46rem)]'

/** A pause between the shelves: what the stone is, in one breath. */
export function FireBand() {
  const to = useLocalePath()
  const { t } = useLingui()
  return (
    <section
      data-theme="dark"
      aria-labelledby="fire-title"
      className="relative mt-16 bg-(--charcoal)! md:mt-24 lg:mt-28"
    >
      <HeroPicture
        picture={CHARCOAL_HALO}
        alt={t`White gold halo ring on polished charcoal stone`}
        frame={FRAME}
        fit="object-[18%_50%] max-sm:portrait:object-[50%_40%] md:object-[40%_36%]"
      />
      <span
        aria-hidden
        className={`absolute inset-x-0 top-0 bg-linear-to-t from-(--charcoal) to-transparent to-25% md:hidden ${FRAME}`}
      />
      <div className="relative md:absolute md:inset-0 md:flex md:items-center">
        <div className="page-width md:flex md:justify-end">
          <div className="max-w-md pt-3 pb-14 md:w-1/2 md:py-0">
            <h2 id="fire-title" className="display text-3xl lg:text-4xl">
              <Trans>More fire than a diamond</Trans>
            </h2>
            <p className="mt-4 text-ink/85">
              <Trans>
                Moissanite bends light further and parts it into colour twice as strongly. It is grown, not mined, and
                hard enough for every day of a long life.
              </Trans>
            </p>
            <div className="mt-8">
              <ButtonLink href={to('/shop/rings/halo')} look="outline">
                <Trans>See halo rings</Trans>
              </ButtonLink>
            </div>
          </div>
        </div>
      </div>
    </section>
  )
}
