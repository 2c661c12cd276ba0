import { toTestimonial } from '#content/parts/testimonial.ts'
import { createBoundedCache } from '#content/query/bounded-cache.ts'
import type { ContentRequests } from '#content/request/content-requests.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { MaterialNote, Product } from '#shared/product/product.ts'
import { STONE_CUTS } from '#shared/product/stone-cuts.ts'

interface Materials {
  metals?: Record<string, Partial<MaterialNote>>
  /** For every product with a stone. */
  stones?: Partial<MaterialNote>
}

const METAL = 'metal'

export function withMaterials<Shown extends Pick<Product, 'options' | 'tags' | 'materials'>>(
  product: Shown,
  content: ContentRequests,
  { locale, preview }: { locale: Locale; preview: boolean },
): Shown {
  const where = [{ _path: '/_globals/materials' }, { _locale: locale }]
  const [found] = content.query({ where, limit: 1 }, { preview }) as Materials[]
  const metals = product.options.find(({ code }) => code === METAL)?.values ?? []
  const hasStones = STONE_CUTS.some((cut) => product.tags.includes(cut))
  const notes = [hasStones ? found?.stones : undefined, ...metals.map(({ code }) => found?.metals?.[code])]
  const materials = notes.flatMap((note) => (note?.title && note.text ? [{ title: note.title, text: note.text }] : []))
  return materials.length > 0 ? { ...product, materials } : product
}

const MOST_TESTIMONIALS = 12

export function withTestimonials<Shown extends Pick<Product, 'handle' | 'testimonials'>>(
  product: Shown,
  content: ContentRequests,
  { locale, preview }: { locale: Locale; preview: boolean },
): Shown {
  const where = [{ _dir: '_testimonials', product: product.handle }, { _locale: locale }]
  const found = content.query({ where, sort: [{ date: -1 }], limit: MOST_TESTIMONIALS }, { preview }) as Record<
    string,
    unknown
  >[]
  const testimonials = found.flatMap((document) => {
    const written = toTestimonial(document)
    if (!written) return []
    const { product: _, ...testimonial } = written
    return testimonial
  })
  return testimonials.length > 0 ? { ...product, testimonials } : product
}

/** Pages have a few hundred distinct queries. */
const MOST_ANSWERS = 500

const known = new WeakMap<ContentRequests, ContentRequests>()

/** The same `requests` return the same wrapper, so a content change starts with an empty cache. */
export function rememberAnswers(requests: ContentRequests): ContentRequests {
  const memoized = known.get(requests) ?? memoizeAll(requests)
  known.set(requests, memoized)
  return memoized
}

function memoizeAll({ query, navigation }: ContentRequests): ContentRequests {
  return {
    query: memoize(query),
    navigation: memoize(navigation),
  }
}

function memoize<Answer>(ask: (params: unknown, options?: object) => Answer): typeof ask {
  const answers = createBoundedCache<{ answer: Answer }>(MOST_ANSWERS)
  return (params, options = {}) => {
    const key = isPreview(options) ? undefined : keyOf(params, options)
    if (key === undefined) return ask(params, options)
    return answers(key, () => ({ answer: ask(params, options) })).answer
  }
}

function isPreview(options: { preview?: boolean }): boolean {
  return options.preview === true
}

/** @returns undefined for a query with a regular expression, which JSON cannot represent */
function keyOf(params: unknown, options: object): string | undefined {
  let isPlain = true
  const key = JSON.stringify([params, options], (_name, value: unknown) => {
    if (value instanceof RegExp) isPlain = false
    return value
  })
  return isPlain ? key : undefined
}
