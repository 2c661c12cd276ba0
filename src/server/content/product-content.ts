import { toTestimonial } from '#content/parts/testimonial.ts'
import { createBoundedCache } from '#content/query/bounded-cache.ts'
import type { ContentRequests } from '#content/request/content-requests.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { MaterialNote, Product } from '#shared/product/product.ts'
import { STONE_CUTS } from '#shared/product/stone-cuts.ts'

/** As `_globals/materials.yml` has it. */
interface Materials {
  /** By the code of the metal. */
  metals?: Record<string, Partial<MaterialNote>>
  /** Of every product with a stone. */
  stones?: Partial<MaterialNote>
}

const METAL = 'metal'

/** Adds to a product what the words of the site say of its metals, and of its stones where it has any. */
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

/** Adds to a product what customers said of it, newest first; nothing where no one said anything. */
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

/** Pages ask a few hundred different questions. Beyond it the one that was not asked for longest is forgotten. */
const MOST_ANSWERS = 500

const known = new WeakMap<ContentRequests, ContentRequests>()

/**
 * The same questions, each answered once for as long as the words stand: every page asks for the footer. Drafts are
 * looked up each time.
 */
export function rememberAnswers(requests: ContentRequests): ContentRequests {
  const remembering = known.get(requests) ?? remember(requests)
  known.set(requests, remembering)
  return remembering
}

function remember({ query, navigation }: ContentRequests): ContentRequests {
  return {
    query: once(query),
    navigation: once(navigation),
  }
}

function once<Answer>(ask: (params: unknown, options?: object) => Answer): typeof ask {
  const answers = createBoundedCache<{ answer: Answer }>(MOST_ANSWERS)
  return (params, options = {}) => {
    const key = isDraft(options) ? undefined : keyOf(params, options)
    if (key === undefined) return ask(params, options)
    return answers(key, () => ({ answer: ask(params, options) })).answer
  }
}

function isDraft(options: { preview?: boolean }): boolean {
  return options.preview === true
}

/** @returns undefined for a question with an expression in it, which JSON cannot tell from another */
function keyOf(params: unknown, options: object): string | undefined {
  let isPlain = true
  const key = JSON.stringify([params, options], (_name, value: unknown) => {
    if (value instanceof RegExp) isPlain = false
    return value
  })
  return isPlain ? key : undefined
}
