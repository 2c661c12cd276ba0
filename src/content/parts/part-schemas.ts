import { Type, type Static, type TObject } from 'typebox'

import { CATEGORY_HANDLES } from '#shared/shop/category-handles.ts'

import type { ContentImage } from '../content-image.ts'

/** How a part may stand in Markdown. */
export interface Part {
  /** `:::name{…}` … `:::` holds words, `::name{…}` does not. */
  form: 'container' | 'leaf'
  /** Attributes as they are once converted; names as in code (`moreLabel`), written as in HTML (`more-label`). */
  props: TObject
  /** The heading without which nothing can be shown: 1 for `#`. */
  heading?: 1 | 2 | 3
  /** The only part inside which it makes sense. */
  inside?: string
}

const MessageSet = Type.String({ minLength: 1, maxLength: 200 })
const Path = Type.String({ pattern: '^/(?!/)' })
const Handle = Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' })
const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 12 }))
const Percent = Type.Number({ minimum: 0, maximum: 100 })
/** A file of our media; the document carries what a page needs of it. */
const ResponsiveImage = Type.Unsafe<ContentImage>(Type.String({ format: 'picture' }))

const title = Type.Optional(MessageSet)
const pictured = Type.Object({ picture: ResponsiveImage, alt: MessageSet })
const titled = Type.Object({ title })

/** Every part that Markdown may name. */
export const PARTS = {
  'home-hero': { form: 'container', props: pictured, heading: 1 },
  'what-is': { form: 'container', props: pictured, heading: 2 },
  store: { form: 'container', props: pictured, heading: 2 },
  'benefits-carousel': { form: 'container', props: titled, heading: 3 },
  faqs: { form: 'container', props: titled, heading: 3 },
  stats: { form: 'container', props: titled },
  testimonials: { form: 'leaf', props: Type.Object({ title, limit: Limit }) },
  'product-testimonials': { form: 'leaf', props: Type.Object({ handle: Handle, limit: Limit }) },
  'product-cards': {
    form: 'leaf',
    props: Type.Object({
      collection: Type.Optional(Type.Enum(['best-sellers', 'trending', 'new-in'])),
      category: Type.Optional(Type.Enum([...CATEGORY_HANDLES])),
      handles: Type.Optional(Type.Array(Handle, { minItems: 1, maxItems: 12 })),
      title,
      limit: Limit,
      more: Type.Optional(Path),
      moreLabel: title,
    }),
  },
  'category-tiles': { form: 'leaf', props: titled },
  'blog-card': { form: 'leaf', props: Type.Object({ path: Path }) },
  gallery: { form: 'container', props: titled },
  hotspots: { form: 'container', props: pictured },
  spot: {
    form: 'leaf',
    props: Type.Object({ x: Percent, y: Percent, handle: Handle, label: MessageSet }),
    inside: 'hotspots',
  },
  'email-banner': {
    form: 'leaf',
    props: Type.Object({
      tab: Type.Optional(Type.Enum(['inner-circle', 'hint'])),
      /** They come in from either side, as decoration only. */
      left: Type.Optional(ResponsiveImage),
      right: Type.Optional(ResponsiveImage),
    }),
  },
} as const satisfies Record<string, Part>

export type PartName = keyof typeof PARTS

/** What the element of a part carries as its props. */
export type PartProps<Name extends PartName> = Static<(typeof PARTS)[Name]['props']>

export function isPartName(name: string): name is PartName {
  return Object.hasOwn(PARTS, name)
}
