import { data, type LoaderFunctionArgs } from 'react-router'

import type { ContentSource } from '#shared/content/content-source.ts'
import { isLocale, type Locale } from '#shared/i18n/locale.ts'
import type { Category } from '#shared/product/product.ts'

import { publicDataContext } from '../routing/shop-data.ts'

interface RootData {
  categories: Category[]
  footer: FooterColumn[]
}

/** @throws 404 if the URL contains no locale of the shop */
export async function loadRoot({ params, context }: LoaderFunctionArgs): Promise<RootData> {
  if (!isLocale(params['lang'])) throw data(null, { status: 404 })
  const shop = context.get(publicDataContext)
  const [categories, footer] = await Promise.all([shop.categories(), loadFooter(shop.content, params['lang'])])
  return { categories, footer }
}

/** In the format of `_globals/footer.yml`. */
export interface FooterColumn {
  title: string
  /** Paths without their locale. */
  links: { path: string; label: string }[]
}

/** Returns no columns if they cannot be loaded. */
async function loadFooter(content: ContentSource, locale: Locale): Promise<FooterColumn[]> {
  try {
    const where = [{ _path: '/_globals/footer' }, { _locale: locale }]
    const { columns } = (await content.query({ where, first: true })) as { columns?: FooterColumn[] }
    return columns ?? []
  } catch (error) {
    console.error('Failed to fetch the links of the footer:', error)
    return []
  }
}
