import type { Testimonial } from '#shared/product/product.ts'

export interface WrittenTestimonial extends Testimonial {
  /** A handle. */
  product?: string
}

/** Undefined without the quote or the customer's name. */
export function toTestimonial(document: Record<string, unknown>): WrittenTestimonial | undefined {
  const { name, place, words: text, date, product, rating, sample } = document
  if (typeof name !== 'string' || typeof text !== 'string') return undefined
  return {
    name,
    words: text,
    ...(typeof place === 'string' ? { place } : {}),
    ...(typeof date === 'string' ? { date } : {}),
    ...(typeof product === 'string' ? { product } : {}),
    ...(typeof rating === 'number' && rating >= 1 && rating <= 5 ? { rating: Math.round(rating) } : {}),
    ...(sample === true ? { sample } : {}),
  }
}
