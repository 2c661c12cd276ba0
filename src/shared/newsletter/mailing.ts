import { Type, type Static } from 'typebox'

import { LOCALES } from '../i18n/locale.ts'
import { nullable } from '../nullable.ts'

const Address = Type.String({ maxLength: 320 })
const Language = Type.Enum([...LOCALES])
/** For bots: people leave it empty. */
const Honeypot = Type.Optional(Type.String({ maxLength: 2000 }))
/** Several shops may share subscriptions. A request without a site type means this shop. */
export const SITE_TYPE = 'jewelry'
const SiteType = Type.Optional(nullable(Type.Literal(SITE_TYPE)))

export const EmailSubscribe = Type.Object(
  { email: Address, lang: Type.Optional(Language), site_type: SiteType, website: Honeypot },
  { additionalProperties: false },
)
export type EmailSubscribe = Static<typeof EmailSubscribe>

export const DropAHint = Type.Object(
  {
    sender_email: Type.Optional(nullable(Address)),
    sender_name: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
    recipient_email: Address,
    message: Type.Optional(nullable(Type.String({ maxLength: 20_000 }))),
    lang: Type.Optional(Language),
    site_type: SiteType,
    variant_id: Type.Optional(nullable(Type.String({ pattern: '^variant_[A-Za-z0-9]{1,64}$' }))),
    any_size: Type.Optional(Type.Boolean()),
    website: Honeypot,
  },
  { additionalProperties: false },
)
export type DropAHint = Static<typeof DropAHint>

/** The same for everyone, so that it does not reveal whether an address is known or blocked. */
export const Accepted = Type.Object({ accepted: Type.Literal(true) })

const Token = Type.String({ maxLength: 300 })

export const ConfirmSubscription = Type.Object({ token: Token }, { additionalProperties: false })

export const ChangePreferences = Type.Object(
  {
    token: Token,
    language: Type.Optional(Language),
    subscribed: Type.Optional(Type.Boolean()),
    hints: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

export interface MailingView {
  /** `damaged`: the token is invalid or cut off; `gone`: the subscription is deleted. */
  link: 'good' | 'lapsed' | 'damaged' | 'gone'
  subscription: {
    /** Masked, because the email may have been forwarded. */
    address: string
    language: (typeof LOCALES)[number]
    state: 'asked' | 'confirmed' | 'left'
  } | null
  hints: boolean
  preferencesToken: string | null
}

export type MailingPage = 'confirm' | 'preferences' | 'stop'
