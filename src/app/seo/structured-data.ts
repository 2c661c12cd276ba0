import type { StaticHandlerContext } from 'react-router'

import { localePath, splitLocalePath } from '#shared/i18n/locale-path.ts'
import type { Page } from '#shared/page/page-module.ts'
import type { Category } from '#shared/product/product.ts'
import type { ShownProduct } from '#shared/product/shown-product.ts'

import type { Article } from '../content/article/article.ts'
import type { ContentPageData } from '../content/load-content-page.ts'
import type { ListingData } from '../listing/load-listing.ts'
import type { FooterColumn } from '../shell/footer/load-footer.ts'
import { articleData } from './article-data.ts'
import { crumbsOf, type Crumb } from './crumbs.ts'
import { faqIn } from './faq.ts'
import { listingData, listOf, productsOf } from './listing-data.ts'
import { productCrumbs, productData } from './product-data.ts'
import { homeData } from './shop-facts.ts'
import type { Speaker, Thing } from './thing.ts'

interface Facts {
  speaker: Speaker
  /** Of the page, and of what stands round every page. */
  data: unknown
  root: unknown
  /** Without its language. */
  path: string
}

type WriteData = (facts: Facts) => (Thing | undefined)[]

const listing: WriteData = ({ speaker, data, path }) => {
  const {
    category,
    subCategory,
    listing: list,
  } = data as {
    category: Category
    subCategory?: Category['children'][number]
    listing: ListingData
  }
  const steps: Crumb[] = [
    { name: speaker.shop, path: '/shop' },
    { name: category.name, path: `/shop/${category.handle}` },
    ...(subCategory ? [{ name: subCategory.name, path }] : []),
  ]
  const { name, description } = subCategory ?? category
  return [listingData({ name, description, path, listing: list }, speaker), crumbsOf(steps, speaker)]
}

const written: WriteData = ({ speaker, data }) => {
  const { document, nodes, steps } = data as ContentPageData
  const crumbs = [
    ...steps.map(({ title, path }) => ({ name: title, path })),
    { name: document.title, path: document._path },
  ]
  return [steps.length > 0 ? crumbsOf(crumbs, speaker) : undefined, faqIn(nodes)]
}

/** By the page's route; what a page does not show is not said. */
const WRITERS: Record<string, WriteData> = {
  'pages/home-page': (facts) => [
    ...homeData((facts.root as { footer: FooterColumn[] }).footer, facts.speaker),
    ...written(facts),
  ],
  'pages/shop-page': ({ speaker, root }) => {
    const { categories } = root as { categories: Category[] }
    return [
      listOf(
        categories.map(({ handle }) => `/shop/${handle}`),
        speaker,
      ),
    ]
  },
  'pages/view-all-page': ({ speaker, data }) => [productsOf(data as ListingData, speaker)],
  'pages/category-page': listing,
  'pages/sub-category-page': listing,
  'pages/product-page': ({ speaker, data }) => {
    const { product } = data as { product: ShownProduct }
    return [productData(product, speaker), crumbsOf(productCrumbs(product, speaker), speaker)]
  },
  'pages/journal-page': (facts) => {
    const { articles } = facts.data as { articles: Article[] }
    return [
      listOf(
        articles.map(({ path }) => path),
        facts.speaker,
      ),
      ...written(facts),
    ]
  },
  'pages/article-page': (facts) => [articleData(facts.data as ContentPageData, facts.speaker), ...written(facts)],
  'pages/content-page': written,
}

/**
 * What a page tells search engines of itself, from the data that it shows.
 * @param shop what the shop's own page is called, in the page's language
 * @returns nothing for pages that no one is to find
 */
export function structuredData(
  {
    matches,
    loaderData,
    errors,
    location,
  }: Pick<StaticHandlerContext, 'matches' | 'loaderData' | 'errors' | 'location'>,
  { origin, brand, locale }: Page,
  shop: string,
): Thing[] {
  const match = matches.at(-1)
  const write = errors ? undefined : WRITERS[match?.route.id ?? '']
  if (!match || !write) return []
  const speaker: Speaker = { origin, brand, locale, shop, address: (path) => origin + localePath(locale, path) }
  const { path } = splitLocalePath(location.pathname)
  const data = loaderData[match.route.id] as unknown
  return write({ speaker, data, root: loaderData['locale'] as unknown, path }).filter((thing) => thing !== undefined)
}
