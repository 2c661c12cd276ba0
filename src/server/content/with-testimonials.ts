import { toTestimonial } from '#content/parts/testimonial.ts'
import type { ContentRequests } from '#content/request/content-requests.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { Product } from '#shared/product/product.ts'

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
