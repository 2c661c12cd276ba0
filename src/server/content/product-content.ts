import { toTestimonial } from '#content/parts/testimonial.ts'
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

const MOST = 12

/** Adds to a product what customers said of it, newest first; nothing where no one said anything. */
export function withTestimonials<Shown extends Pick<Product, 'handle' | 'testimonials'>>(
  product: Shown,
  content: ContentRequests,
  { locale, preview }: { locale: Locale; preview: boolean },
): Shown {
  const where = [{ _dir: '_testimonials', product: product.handle }, { _locale: locale }]
  const found = content.query({ where, sort: [{ date: -1 }], limit: MOST }, { preview }) as Record<string, unknown>[]
  const testimonials = found.flatMap((document) => {
    const written = toTestimonial(document)
    if (!written) return []
    const { product: _, ...testimonial } = written
    return testimonial
  })
  return testimonials.length > 0 ? { ...product, testimonials } : product
}
