import { Type, type Static, type TObject } from 'typebox'

import { CATEGORY_HANDLES } from '#shared/shop/category-handles.ts'

import type { ContentImage } from '../content-image.ts'

export interface Part {
  /** `container` is `:::name{…}` … `:::` with content; `leaf` is `::name{…}` without content. */
  form: 'container' | 'leaf'
  /** Camel case here (`moreLabel`), kebab case in Markdown (`more-label`). */
  props: TObject
  /** 1 for `#`. */
  heading?: 1 | 2 | 3
  inside?: string
}

const ShortText = Type.String({ minLength: 1, maxLength: 200 })
const Path = Type.String({ pattern: '^/(?!/)' })
const Handle = Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' })
const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 12 }))
const Percent = Type.Number({ minimum: 0, maximum: 100 })
/** Name of a file in the media folder. In the parsed document it is a `ContentImage`. */
const ResponsiveImage = Type.Unsafe<ContentImage>(Type.String({ format: 'picture' }))

const title = Type.Optional(ShortText)
const imageProps = Type.Object({ picture: ResponsiveImage, alt: ShortText })
const titleProps = Type.Object({ title })

export const PARTS = {
  'home-hero': { form: 'container', props: imageProps, heading: 1 },
  'what-is': { form: 'container', props: imageProps, heading: 2 },
  store: { form: 'container', props: imageProps, heading: 2 },
  'benefits-carousel': { form: 'container', props: titleProps, heading: 3 },
  faqs: { form: 'container', props: titleProps, heading: 3 },
  stats: { form: 'container', props: titleProps },
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
  'category-tiles': { form: 'leaf', props: titleProps },
  'blog-card': { form: 'leaf', props: Type.Object({ path: Path }) },
  gallery: { form: 'container', props: titleProps },
  hotspots: { form: 'container', props: imageProps },
  spot: {
    form: 'leaf',
    props: Type.Object({ x: Percent, y: Percent, handle: Handle, label: ShortText }),
    inside: 'hotspots',
  },
  'email-banner': {
    form: 'leaf',
    props: Type.Object({
      tab: Type.Optional(Type.Enum(['inner-circle', 'hint'])),
      left: Type.Optional(ResponsiveImage),
      right: Type.Optional(ResponsiveImage),
    }),
  },
} as const satisfies Record<string, Part>

export type PartName = keyof typeof PARTS

export type PartProps<Name extends PartName> = Static<(typeof PARTS)[Name]['props']>

export function isPartName(name: string): name is PartName {
  return Object.hasOwn(PARTS, name)
}
