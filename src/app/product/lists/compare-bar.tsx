import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'

import { productsPath } from '#shared/product/products-query.ts'

import { useLocalePath } from '../../routing/page-context.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { useSpaceBelow } from '../../ui/overlays/space-below.ts'
import { keepIn, useSavedIn } from './saved-lists.ts'

/** The way to the comparison, at the lower edge of the window and above the buy bar, while products are selected. */
export function CompareBar() {
  const { t } = useLingui()
  const to = useLocalePath()
  const bar = useRef<HTMLElement>(null)
  const compared = useSavedIn('compared') ?? []
  useSpaceBelow(bar, '--compare-bar', compared.length > 0)
  if (compared.length === 0) return null
  const label = 'inline-flex min-h-11 items-center pl-5 font-semibold'
  return (
    <aside
      ref={bar}
      aria-label={t`Comparison`}
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--covered,0px)+var(--buy-bar,0px))] z-20 flex justify-center pb-3 md:max-lg:pl-[50%] print:hidden"
    >
      <div className="pointer-events-auto flex rounded-full border border-transparent bg-ink text-sm text-paper">
        {compared.length > 1 ? (
          <a href={to(productsPath('/compare', compared.toReversed()))} className={`hover:underline ${label}`}>
            <Trans>Compare {compared.length} pieces</Trans>
          </a>
        ) : (
          <span className={label}>
            <Trans>Pick one more to compare</Trans>
          </span>
        )}
        <button
          type="button"
          aria-label={t`Clear the comparison`}
          onClick={() => keepIn('compared', [])}
          className="flex size-11 items-center justify-center rounded-full outline-offset-[-4px] outline-current!"
        >
          <CloseIcon className="size-4" />
        </button>
      </div>
    </aside>
  )
}
