/** What a customer said, as a file of the folder `_testimonials` keeps it. */
export interface Testimonial {
  name: string
  place?: string
  words: string
  /** `2026-11-21`. */
  date?: string
  /** Handle of the piece that it is about. */
  product?: string
  /** From 1 to 5. */
  rating?: number
}

/** @returns undefined for a file without words or the name of who said them */
export function toTestimonial(document: Record<string, unknown>): Testimonial | undefined {
  const { name, place, words, date, product, rating } = document
  if (typeof name !== 'string' || typeof words !== 'string') return undefined
  return {
    name,
    words,
    ...(typeof place === 'string' ? { place } : {}),
    ...(typeof date === 'string' ? { date } : {}),
    ...(typeof product === 'string' ? { product } : {}),
    ...(typeof rating === 'number' && rating >= 1 && rating <= 5 ? { rating: Math.round(rating) } : {}),
  }
}
