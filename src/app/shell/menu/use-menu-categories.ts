import { useLingui } from '@lingui/react/macro'
import { useParams } from 'react-router'

import { useCategories } from '../../listing/use-categories.ts'
import { useLocalePath } from '../../routing/page-context.tsx'

export interface CategoryLink {
  href: string
  name: string
  isCurrent: boolean
}

export interface MenuCategories {
  name: string
  /** All of the category first, then what it is divided into. */
  links: CategoryLink[]
}

/** The category that the shopper stands in, where it is divided. */
export function useMenuCategories(): MenuCategories | undefined {
  const to = useLocalePath()
  const { t } = useLingui()
  const params = useParams()
  const category = useCategories().find(({ handle }) => handle === params.category)
  if (!category || category.children.length === 0) return undefined
  const path = `/shop/${category.handle}`
  return {
    name: category.name,
    links: [
      { href: to(path), name: t`All`, isCurrent: params.subCategory === undefined },
      ...category.children.map(({ handle, name }) => ({
        href: to(`${path}/${handle}`),
        name,
        isCurrent: handle === params.subCategory,
      })),
    ],
  }
}
