import { Trans, useLingui } from '@lingui/react/macro'

import type { Testimonial } from '#shared/product/product.ts'

import { Section } from '../../ui/section.tsx'

interface QuotesProps {
  quotes: readonly Testimonial[]
  title?: string
  space?: string
}

export function Quotes({ quotes, title, space }: QuotesProps) {
  const { t } = useLingui()
  return (
    <Section title={title ?? t`What customers say`} className={space}>
      <ul className="grid gap-x-6 gap-y-10 md:grid-cols-2 lg:grid-cols-3">
        {quotes.map(({ name, place, words: text, rating, sample }) => (
          <li key={name + text} className="border-t border-ornament pt-5">
            <figure>
              {rating === undefined ? null : (
                <p role="img" aria-label={t`${rating} out of 5`} className="mb-3 tracking-[0.2em] text-gold">
                  {'★'.repeat(rating)}
                </p>
              )}
              <blockquote className="display text-xl">{text}</blockquote>
              <figcaption className="mt-4 text-sm text-quiet">
                <span className="font-medium text-ink">{name}</span>
                {place ? `, ${place}` : ''}
                {sample ? (
                  <span className="block">
                    <Trans>Sample text, not a customer’s review</Trans>
                  </span>
                ) : null}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  )
}
