import { Type, type Static } from 'typebox'

import { Line, TypedAddress } from '../cart/cart.ts'
import type { AddressForms } from '../checkout/checkout-steps.ts'
import { IsDefault, SavedAddress } from '../checkout/saved-details.ts'
import { LOCALES, type Locale } from '../i18n/locale.ts'
import { nullable } from '../nullable.ts'
import { OrderState } from '../order/order.ts'
import { MOST_SAVED } from '../product/saved-lists.ts'
import { LONGEST_NAME } from './longest-name.ts'
import type { AccountPasskey } from './passkeys.ts'

const strict = { additionalProperties: false }
const Email = Type.String({ maxLength: 320 })
const Password = Type.String({ minLength: 1, maxLength: 128 })
const Name = Line(LONGEST_NAME)
const Token = Type.String({ minLength: 1, maxLength: 100, description: 'from the link in the email' })

/** The account that the form showed: no other is changed. */
const Username = Type.Optional(Email)

export const SendAccountLink = Type.Object({ email: Email }, strict)

const LinkAddress = Type.Optional(
  Type.String({
    maxLength: 320,
    description: 'the address of the link, which a browser that has not asked for it needs',
  }),
)

export const UseAccountLink = Type.Object(
  { token: Token, password: Type.Optional(Password), email: LinkAddress },
  strict,
)

export const SignIn = Type.Object({ email: Email, password: Password }, strict)

/** The password is chosen on the page of the emailed link, so that only the owner of the address sets it. */
export const Register = Type.Object(
  { email: Email, first_name: Type.Optional(Name), last_name: Type.Optional(Name) },
  strict,
)

export const ResetPassword = Type.Object({ token: Token, password: Password, email: LinkAddress }, strict)

export const ChangePassword = Type.Object(
  { password: Password, current: Type.Optional(Password), username: Username },
  strict,
)

export const ChangeMe = Type.Object(
  { first_name: Type.Optional(Name), last_name: Type.Optional(Name), username: Username },
  strict,
)

/** `current` is required if the account has a password, here and for ChangePassword. */
export const ChangeEmail = Type.Object({ email: Email, current: Type.Optional(Password), username: Username }, strict)

export const ConfirmEmail = Type.Object({ token: Token }, strict)

/** Absent fields stay unchanged. */
export const ChangeEmailPreferences = Type.Object(
  {
    newsletter: Type.Optional(Type.Boolean()),
    hints: Type.Optional(Type.Boolean({ description: 'whether this address accepts gift hints' })),
    language: Type.Optional(Type.Enum([...LOCALES], { description: 'of the newsletter' })),
    username: Username,
  },
  strict,
)

export interface EmailPreferences {
  newsletter: boolean
  hints: boolean
  language: Locale | null
}

export const KeepAccount = Type.Object({ username: Username }, strict)

export const DeleteAccount = Type.Object(
  { confirm: Type.Optional(Type.String({ description: '`yes`', maxLength: 3 })), username: Username },
  strict,
)

/** Without an id, every session but this one ends. */
export const EndSessions = Type.Object(
  { id: Type.Optional(Type.String({ format: 'uuid' })), username: Username },
  strict,
)

/** A new address, or another text of a saved one. Without the flags, a saved address keeps its own. */
export const SaveAddress = Type.Object(
  {
    address: TypedAddress,
    is_default_shipping: Type.Optional(IsDefault),
    is_default_billing: Type.Optional(IsDefault),
    username: Username,
  },
  strict,
)

export const DeleteAddress = Type.Object({ username: Username }, strict)

export const AddressesAnswer = Type.Object({ addresses: Type.Array(SavedAddress) })

const Handles = (most: number) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: '^[^,]+$' }), { maxItems: most })
const ListChange = (most: number) =>
  Type.Optional(Type.Object({ added: Handles(most), removed: Handles(most) }, strict))

export const SyncSaved = Type.Object(
  {
    wish_list: ListChange(MOST_SAVED.wish_list),
    recently_viewed: ListChange(MOST_SAVED.recently_viewed),
    /** '' if it was removed; absent if it was not changed. */
    ring_size: Type.Optional(Type.String({ maxLength: 20 })),
  },
  strict,
)
export type SyncSaved = Static<typeof SyncSaved>

export const Saved = Type.Object({
  wish_list: Type.Array(Type.String(), { description: 'handles of products, the newest first' }),
  recently_viewed: Type.Array(Type.String(), { description: 'handles of products, the newest first' }),
  ring_size: Type.String({ description: "a code; '' if there is none" }),
})
export type Saved = Static<typeof Saved>

export const SavedAnswer = Type.Object({ saved: nullable(Saved) })
export type SavedAnswer = Static<typeof SavedAnswer>

export const AccountMessage = Type.Object({
  message: Type.String(),
})

export const Me = Type.Object({
  id: Type.String(),
  email: Type.String(),
  first_name: nullable(Type.String()),
  last_name: nullable(Type.String()),
  has_password: Type.Boolean(),
  deletes_at: nullable(
    Type.String({ description: 'ISO time: when the account is deleted, if the customer does not keep it' }),
  ),
})
export type Me = Static<typeof Me>

export const MeAnswer = Type.Object({ customer: Me })

export const AccountSession = Type.Object({
  id: Type.String(),
  device: Type.String({ description: 'browser and system; — if unknown' }),
  created_at: Type.String({ description: 'ISO time' }),
  seen_at: Type.String({ description: 'ISO time, to the hour' }),
  is_this: Type.Boolean({ description: 'whether it is the browser that asks' }),
})
export type AccountSession = Static<typeof AccountSession>

export const SessionsAnswer = Type.Object({ sessions: Type.Array(AccountSession) })

export const OrderSummary = Type.Object({
  id: Type.String(),
  number: Type.String({ description: 'the number that shoppers see, such as K7QM-4T2X-5' }),
  created_at: Type.String({ description: 'ISO time' }),
  state: OrderState,
  total: Type.Integer({ description: 'hundredths of the currency, as ordered' }),
  amount_refunded: Type.Integer({ description: 'what was paid back of it' }),
  currency_code: Type.String(),
})
export type OrderSummary = Static<typeof OrderSummary>

export const OrdersAnswer = Type.Object({
  orders: Type.Array(OrderSummary),
  count: Type.Integer({ description: 'of all orders, not only of those in this response' }),
})

export const ReorderItems = Type.Object(
  {
    idempotency_key: Type.Optional(
      Type.String({
        pattern: String.raw`^[\w.]{1,40}$`,
        description: 'a request with a key that was used within five minutes adds nothing twice',
      }),
    ),
  },
  strict,
)

export interface AccountView extends Me {
  orders: OrderSummary[]
  orderCount: number
}

export interface AccountDetails extends Me {
  sessions: AccountSession[]
  passkeys: AccountPasskey[]
  preferences: EmailPreferences
}

export interface AccountAddresses extends Me {
  addresses: SavedAddress[]
  countries: string[]
  addressForms: AddressForms
}

export interface LinkView {
  /** `elsewhere`: only the customer who asked for it can use it, and is not signed in; `spent`: it no longer works. */
  state: 'sign-in' | 'register' | 'password' | 'allow-change' | 'change-email' | 'elsewhere' | 'spent'
  /** Masked unless it has to be typed or allowed; null if the link no longer works. */
  email: string | null
  asksAddress?: boolean
}
