import { Type, type Static } from 'typebox'

/** A social pixel: `pageView` is a pattern of the paths whose visits it is told of. */
export const Pixel = Type.Object(
  {
    id: Type.String({ pattern: '^\\d{1,32}$' }),
    autoconfig: Type.Boolean({ default: true }),
    pageView: Type.String({ default: '**', minLength: 1, maxLength: 65_536 }),
  },
  { additionalProperties: false },
)
export type Pixel = Static<typeof Pixel>

export const PixelList = Type.Array(Pixel, { maxItems: 20 })
export type PixelList = Static<typeof PixelList>

/** The settings that every browser may know. */
export interface PublicConfig {
  /** `required`: nothing is measured before a yes; `implied`: until a no. */
  consent: 'required' | 'implied'
  mixpanelToken: string | null
  pixels: PixelList
  /** How the browser asks for content; see `CONTENT_QUERY`. */
  contentQuery: 'parameters' | 'path' | 'local'
  /** The shop’s account at PayPal; null if it has none. */
  payPal: { clientId: string; environment: 'sandbox' | 'production' } | null
}
