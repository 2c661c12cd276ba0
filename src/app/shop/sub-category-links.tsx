import { Trans } from '@lingui/react/macro'
import { useParams } from 'react-router'

import { useLocalePath } from '../routing/page-context.tsx'
import { useCategories } from './use-categories.ts'

/** The shelves inside the category that the shopper stands in; nothing elsewhere. */
export function SubCategoryLinks() {
  const to = useLocalePath()
  const params = useParams()
  const category = useCategories().find(({ handle }) => handle === params.category)
  if (!category || category.children.length === 0) return null
  const link =
    'inline-flex min-h-12 min-w-6 items-center border-b border-transparent text-quiet hover:text-ink aria-[current]:border-ink aria-[current]:text-ink'
  return (
    <nav aria-label={category.name} className="border-b border-line">
      <ul className="page-width scroll-row flex gap-7 text-sm whitespace-nowrap">
        <li>
          <a
            href={to(`/shop/${category.handle}`)}
            aria-current={params.subCategory === undefined ? 'page' : undefined}
            className={link}
          >
            <Trans>All</Trans>
          </a>
        </li>
        {category.children.map(({ id, handle, name }) => (
          <li key={id}>
            <a
              href={to(`/shop/${category.handle}/${handle}`)}
              aria-current={handle === params.subCategory ? 'page' : undefined}
              className={link}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
