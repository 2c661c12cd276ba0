import type { Testimonial } from '#shared/product/product.ts'

import { Quotes } from '../../product/on-demand/quotes.tsx'
import { limitOf } from '../load-parts.ts'
import { usePageSetting, usePartSpace } from '../page-setting.tsx'
import type { PartProps } from '../part-base/part-props.ts'
import { textProp } from '../tree/read-nodes.ts'

const DEFAULT_LIMIT = 3

export function Testimonials({ part }: PartProps) {
  const { testimonials } = usePageSetting().parts
  return <PartQuotes part={part} quotes={testimonials} />
}

export function ProductTestimonials({ part }: PartProps) {
  const { testimonials } = usePageSetting().parts
  const handle = textProp(part, 'handle')
  return <PartQuotes part={part} quotes={testimonials.filter(({ product }) => product === handle)} />
}

function PartQuotes({ part, quotes }: PartProps & { quotes: readonly Testimonial[] }) {
  const space = usePartSpace()
  if (quotes.length === 0) return null
  return <Quotes quotes={quotes.slice(0, limitOf(part, DEFAULT_LIMIT))} title={textProp(part, 'title')} space={space} />
}
