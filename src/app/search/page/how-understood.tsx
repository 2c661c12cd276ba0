import { Trans } from '@lingui/react/macro'
import { useId } from 'react'

import type { SearchReading } from '#shared/product/search.ts'

import { useLocalePath } from '../../routing/page-context.tsx'
import { searchPath } from '../search-path.ts'
import { TermLinks } from '../terms/term-links.tsx'

/** What was made of the words, where that is not just what they say, and the shelves that go by them. */
export function HowUnderstood({ reading }: { reading: SearchReading }) {
  const id = useId()
  const to = useLocalePath()
  const { query, instead, did_you_mean: other, is_nearest: isNearest, categories } = reading
  return (
    <div className="mt-4 flex max-w-words flex-col gap-2 break-words">
      {instead === null ? null : (
        <p>
          <Trans>
            Showing results for “{instead}”, instead of “{query}”.
          </Trans>
        </p>
      )}
      {other === null ? null : (
        <p>
          <Trans>
            Did you mean{' '}
            <a href={to(searchPath(other))} className="quiet-link inline-block py-1 font-semibold">
              {other}
            </a>
            ?
          </Trans>
        </p>
      )}
      {isNearest ? (
        <p>
          <Trans>No piece has all of these words. These come nearest; with fewer words there may be more.</Trans>
        </p>
      ) : null}
      {categories.length === 0 ? null : (
        <nav aria-labelledby={id} className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
          <span id={id} className="text-sm text-quiet">
            <Trans>Shelves</Trans>
          </span>
          <TermLinks
            links={categories.map(({ handle, name, parent }) => ({
              label: name,
              href: to(parent === null ? `/shop/${handle}` : `/shop/${parent}/${handle}`),
            }))}
          />
        </nav>
      )}
    </div>
  )
}
