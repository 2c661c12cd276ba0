import { Trans } from '@lingui/react/macro'

import { categoryPath } from '#shared/page/page-paths.ts'
import type { Category } from '#shared/product/product.ts'
import { STONE_CUTS } from '#shared/product/stone-cuts.ts'

import { CATEGORY_IMAGES } from '../../listing/category-images.ts'
import { useCutNames } from '../../listing/filters/use-cut-names.ts'
import { useLocalePath } from '../../routing/page-context.tsx'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import { ResponsiveImage } from '../../ui/image.tsx'

const HEADING = 'label-caps mb-2 text-gold'
const LINKS = 'flex flex-col items-start'
const LINK = 'inline-flex min-h-9 items-center hover:text-gold'

/** A native disclosure opens the panel by keyboard and by click, and the pointer opens it by hovering. */
export function MegaContents({ category: { handle, name, children, cuts } }: { category: Category }) {
  const to = useLocalePath()
  const cutNames = useCutNames()
  const path = categoryPath(handle)
  const picture = CATEGORY_IMAGES[handle]
  return (
    <>
      <details name="mega">
        <summary>
          <span className="sr-only">
            <Trans>{name}: styles and cuts</Trans>
          </span>
          <ChevronDownIcon className="size-3.5" />
        </summary>
      </details>
      <div className="mega-panel">
        <div className="page-width grid grid-cols-[14rem_1fr_auto] gap-x-10 py-8 font-normal">
          <div>
            <p className={HEADING}>
              <Trans>Styles</Trans>
            </p>
            <ul className={LINKS}>
              {children.map((child) => (
                <li key={child.id}>
                  <a href={to(categoryPath(handle, child.handle))} className={LINK}>
                    {child.name}
                  </a>
                </li>
              ))}
              <li>
                <a href={to(path)} className={`quiet-link ${LINK}`}>
                  <Trans>Show all</Trans>
                </a>
              </li>
            </ul>
          </div>
          <div>
            {cuts.length > 0 ? (
              <>
                <p className={HEADING}>
                  <Trans>Stone cut</Trans>
                </p>
                <ul className={LINKS}>
                  {STONE_CUTS.filter((cut) => cuts.includes(cut)).map((cut) => (
                    <li key={cut}>
                      <a href={to(`${path}?cut=${cut}`)} className={LINK}>
                        {cutNames[cut]}
                      </a>
                    </li>
                  ))}
                </ul>
              </>
            ) : null}
          </div>
          {picture ? (
            <a href={to(path)} tabIndex={-1} aria-hidden className="block w-60">
              <ResponsiveImage
                image={{ ...picture, alt: '' }}
                sizes="15rem"
                frame="aspect-[4/5]"
                fit={picture.fit ?? ''}
              />
            </a>
          ) : null}
        </div>
      </div>
    </>
  )
}
