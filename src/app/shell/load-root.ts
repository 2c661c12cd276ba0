import { data, type LoaderFunctionArgs } from 'react-router'

import { isLocale } from '#shared/i18n/locale.ts'
import type { Category } from '#shared/product/product.ts'

import { shopDataContext } from '../routing/shop-data.ts'
import { loadFooter, type FooterColumn } from './footer/load-footer.ts'

interface RootData {
  categories: Category[]
  footer: FooterColumn[]
}

/** The shelf and the footer's links stand on every page. @throws 404 where the address names no language of ours */
export async function loadRoot({ params, context }: LoaderFunctionArgs): Promise<RootData> {
  if (!isLocale(params['lang'])) throw data(null, { status: 404 })
  const shop = context.get(shopDataContext)
  const [categories, footer] = await Promise.all([shop.categories(), loadFooter(shop.content, params['lang'])])
  return { categories, footer }
}
