import { useLingui } from '@lingui/react/macro'

import { usePage } from '../../routing/page-context.tsx'
import { formatDay } from '../article/format-day.ts'
import { limitOf } from '../load-parts.ts'
import { usePageSetting } from '../page-setting.tsx'
import type { PartProps } from '../part-base/part-props.ts'
import { PartSection } from '../part-base/part-section.tsx'
import type { Testimonial } from '../testimonial.ts'
import { textProp } from '../tree/read-nodes.ts'

const ROW = 3

/** What customers said of the shop; nothing at all where nobody did. */
export function Testimonials({ part }: PartProps) {
  const { testimonials } = usePageSetting().parts
  return <Quotes part={part} quotes={testimonials} />
}

/** What customers said of one piece. */
export function ProductTestimonials({ part }: PartProps) {
  const { testimonials } = usePageSetting().parts
  const handle = textProp(part, 'handle')
  return <Quotes part={part} quotes={testimonials.filter(({ product }) => product === handle)} />
}

function Quotes({ part, quotes }: PartProps & { quotes: readonly Testimonial[] }) {
  const { t } = useLingui()
  const { locale } = usePage()
  if (quotes.length === 0) return null
  return (
    <PartSection title={textProp(part, 'title') ?? t`What customers say`}>
      <ul className="grid gap-x-6 gap-y-10 md:grid-cols-2 lg:grid-cols-3">
        {quotes.slice(0, limitOf(part, ROW)).map(({ name, place, words, date, rating }) => (
          <li key={name + words} className="border-t border-ornament pt-5">
            <figure>
              {rating === undefined ? null : (
                <p role="img" aria-label={t`${rating} of 5`} className="mb-3 tracking-[0.2em] text-gold">
                  {'★'.repeat(rating)}
                </p>
              )}
              <blockquote className="display text-xl">{words}</blockquote>
              <figcaption className="mt-4 text-sm text-quiet">
                <span className="font-medium text-ink">{name}</span>
                {place ? `, ${place}` : ''}
                {date ? <span className="block">{formatDay(date, locale)}</span> : null}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </PartSection>
  )
}
