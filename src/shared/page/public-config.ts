import { Type, type Static } from 'typebox'

/** `pageView` is a glob pattern of paths. */
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

export interface PublicConfig {
  /** `required`: analytics run only after opt-in. `implied`: they run until opt-out. */
  consent: 'required' | 'implied'
  mixpanelToken: string | null
  pixels: PixelList
  payPal: { clientId: string; environment: 'sandbox' | 'production' } | null
}
