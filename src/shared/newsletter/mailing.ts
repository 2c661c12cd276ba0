import { Type, type Static } from 'typebox'

import { LOCALES } from '../i18n/locale.ts'
import { nullable } from '../nullable.ts'

const Address = Type.String({ maxLength: 320 })
const Language = Type.Enum([...LOCALES])
/** What a person never sees, and leaves empty. */
const Honeypot = Type.Optional(Type.String({ maxLength: 2000 }))
/** What this shop sells, for subscriptions that several shops keep together; who names none means this one. */
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
    /** The name that the email is signed with. */
    sender_name: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
    recipient_email: Address,
    message: Type.Optional(nullable(Type.String({ maxLength: 20_000 }))),
    lang: Type.Optional(Language),
    site_type: SiteType,
    /** The product that is hinted at. */
    variant_id: Type.Optional(nullable(Type.String({ pattern: '^variant_[A-Za-z0-9]{1,64}$' }))),
    /** True if the size of that variant was not chosen. */
    any_size: Type.Optional(Type.Boolean()),
    website: Honeypot,
  },
  { additionalProperties: false },
)
export type DropAHint = Static<typeof DropAHint>

/** The same answer for everybody: it does not reveal whether an address is known or refuses emails. */
export const Accepted = Type.Object({ accepted: Type.Literal(true) })

const Token = Type.String({ maxLength: 300 })

export const ConfirmSubscription = Type.Object({ token: Token }, { additionalProperties: false })

/** What is absent stays as it is. */
export const ChangePreferences = Type.Object(
  {
    token: Token,
    /** Of emails. */
    language: Type.Optional(Language),
    subscribed: Type.Optional(Type.Boolean()),
    /** Whether hints may come. */
    hints: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

/** What the holder of a link in an email may know and decide. */
export interface MailingView {
  /** `damaged`: not one of ours, or truncated; `gone`: its subject is no longer stored. */
  link: 'good' | 'lapsed' | 'damaged' | 'gone'
  subscription: {
    /** Such as `a…@shopper.example`: an email may have been passed on. */
    address: string
    language: (typeof LOCALES)[number]
    state: 'asked' | 'confirmed' | 'left'
  } | null
  /** Whether hints may come to this address. */
  hints: boolean
  /** Token of the preferences page; null if the link gives no right to it. */
  preferencesToken: string | null
}

/** The pages behind links in emails. */
export type MailingPage = 'confirm' | 'preferences' | 'stop'
