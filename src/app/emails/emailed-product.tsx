import { Img } from '@react-email/img'
import { Link } from '@react-email/link'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'

import type { EmailProduct } from '#shared/email/email.ts'

import { BREAKING, Paragraph } from './email-parts.tsx'
import { DISPLAY_FONT, paint } from './paint.ts'

/** @param props.isLinked whether the image leads to the product; the email then has that link in its text, too */
export function EmailedProduct({ product, isLinked = true }: { product: EmailProduct; isLinked?: boolean }) {
  const image = product.picture ? (
    <Img
      src={product.picture.url}
      alt={product.picture.alt}
      width="560"
      {...paint({ ground: 'frame' }, { width: '100%', height: 'auto', marginBottom: 20 })}
    />
  ) : null
  return (
    <Section style={{ paddingTop: 8 }}>
      {image && isLinked ? (
        <Link href={product.url} data-skip-in-text="true">
          {image}
        </Link>
      ) : (
        image
      )}
      <Text {...paint({ text: 'ink' }, NAME)}>{product.title}</Text>
      {product.options.map(({ title, value }) => (
        <div key={title} {...paint({ text: 'quiet' }, OPTION)}>
          {title}: {value}
        </div>
      ))}
      {product.price ? <Paragraph>{product.price}</Paragraph> : null}
    </Section>
  )
}

const OPTION = { ...BREAKING, fontSize: 14, lineHeight: '24px' } as const
const NAME = { ...BREAKING, margin: '0 0 8px', fontFamily: DISPLAY_FONT, fontSize: 24, lineHeight: '30px' } as const
