import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { Type, type Static } from 'typebox'

import { LOCALES } from '../i18n/locale.ts'
import { nullable } from '../nullable.ts'

const strict = { additionalProperties: false }
const text = (maxLength: number) => Type.String({ pattern: String.raw`^[\w-]+$`, maxLength })
const Lang = Type.Optional(Type.Enum([...LOCALES], { description: 'of the messages' }))
const Username = Type.Optional(Type.String({ maxLength: 320, description: 'the address that the page showed' }))

/** Longer ones are no passkeys. */
const credential = {
  id: text(1400),
  rawId: text(1400),
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Object({}),
}

export const StartPasskey = Type.Object({ username: Username, lang: Lang }, strict)

export const AddPasskey = Type.Object(
  {
    response: Type.Unsafe<RegistrationResponseJSON>(
      Type.Object({
        ...credential,
        response: Type.Object({
          clientDataJSON: text(8000),
          attestationObject: text(24_000),
          transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
        }),
      }),
    ),
    username: Username,
    lang: Lang,
  },
  strict,
)

export const RemovePasskey = Type.Object({ id: Type.String({ format: 'uuid' }), username: Username }, strict)

export const StartPasskeySignIn = Type.Object({ lang: Lang }, strict)

export const SignInByPasskey = Type.Object(
  {
    response: Type.Unsafe<AuthenticationResponseJSON>(
      Type.Object({
        ...credential,
        response: Type.Object({
          clientDataJSON: text(8000),
          authenticatorData: text(8000),
          signature: text(8000),
          userHandle: text(100),
        }),
      }),
    ),
    lang: Lang,
  },
  strict,
)

export const NewPasskeyOptions = Type.Object({
  options: Type.Unsafe<PublicKeyCredentialCreationOptionsJSON>(Type.Object({}, { additionalProperties: true })),
})

export const PasskeySignInOptions = Type.Object({
  options: Type.Unsafe<PublicKeyCredentialRequestOptionsJSON>(Type.Object({}, { additionalProperties: true })),
})

export const AccountPasskey = Type.Object({
  id: Type.String(),
  device: Type.String({ description: 'browser and system that added it; — if unknown' }),
  created_at: Type.String({ description: 'ISO time' }),
  used_at: nullable(Type.String({ description: 'ISO time of the last sign-in' })),
})
export type AccountPasskey = Static<typeof AccountPasskey>

export const PasskeysAnswer = Type.Object({ passkeys: Type.Array(AccountPasskey) })
