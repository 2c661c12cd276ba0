import type { ContentElement, ContentNode } from '#content/document.ts'
import type { PartProps } from '#content/parts/part-schemas.ts'
import { toTestimonial, type WrittenTestimonial } from '#content/parts/testimonial.ts'
import type { ContentSource } from '#shared/content/content-source.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { ShownCard } from '#shared/product/shown-product.ts'
import type { CardQuery, Collection, PublicData } from '#shared/shop-data.ts'

import { toArticle, type Article } from './article/article.ts'
import { elementsOf, textProp } from './tree/read-nodes.ts'

/** What parts show in addition to the page's text. `cards` is by the key of `cardsQuery`, `articles` by path. */
export interface PartsData {
  cards: Record<string, ShownCard[]>
  /** Products by handle. */
  products: Record<string, ShownCard>
  articles: Record<string, Article>
  /** Newest first. */
  testimonials: WrittenTestimonial[]
}

export const NO_PARTS: PartsData = { cards: {}, products: {}, articles: {}, testimonials: [] }

const DEFAULT_LIMIT = 4

export async function loadParts(nodes: readonly ContentNode[], shop: PublicData, locale: Locale): Promise<PartsData> {
  const elements = [...elementsOf(nodes)]
  const named = (tag: string) => elements.filter((element) => element.tag === tag)
  const lists = new Map(named('product-cards').flatMap((part) => cardsQuery(part) ?? []))
  const handles = [
    ...named('product-cards').flatMap(handlesOf),
    ...named('spot').flatMap((spot) => textProp(spot, 'handle') ?? []),
  ]
  const paths = named('blog-card').flatMap((card) => textProp(card, 'path') ?? [])
  const quoteParts = [...named('testimonials'), ...named('product-testimonials')]

  const [cards, items, articles, testimonials] = await Promise.all([
    Promise.all([...lists].map(async ([key, query]) => [key, (await shop.cards(query)).products] as const)),
    handles.length > 0 ? shop.cards({ handles: [...new Set(handles)] }) : undefined,
    paths.length > 0 ? findDocuments(shop.content, locale, { _path: { $in: paths }, _partial: false }) : [],
    quoteParts.length > 0 ? findDocuments(shop.content, locale, { _dir: '_testimonials' }) : [],
  ])
  return {
    cards: Object.fromEntries(cards),
    products: Object.fromEntries((items?.products ?? []).map((card) => [card.handle, card])),
    articles: Object.fromEntries(articles.map(toArticle).map((article) => [article.path, article])),
    testimonials: testimonials.flatMap((document) => toTestimonial(document) ?? []),
  }
}

/** Undefined if the part names its products. */
export function cardsQuery(part: ContentElement): [key: string, query: CardQuery][] | undefined {
  const collection = textProp(part, 'collection') as Collection | undefined
  const category = textProp(part, 'category')
  if (!collection && !category) return undefined
  const query = { ...(collection ? { collection } : { category }), limit: limitOf(part, DEFAULT_LIMIT) } as CardQuery
  return [[JSON.stringify(query), query]]
}

/** In the order of the part. */
export function handlesOf(part: ContentElement): string[] {
  const { handles } = part.props as Partial<PartProps<'product-cards'>>
  return handles ?? []
}

/** At most 12. */
export function limitOf({ props }: ContentElement, defaultLimit: number): number {
  const limit = Number(props['limit'])
  return Number.isInteger(limit) && limit > 0 ? Math.min(limit, 12) : defaultLimit
}

async function findDocuments(
  content: ContentSource,
  locale: Locale,
  condition: Record<string, unknown>,
): Promise<Record<string, unknown>[]> {
  const where = [condition, { _locale: locale }]
  return (await content.query({ where, without: ['body'], sort: [{ date: -1 }] })) as Record<string, unknown>[]
}
