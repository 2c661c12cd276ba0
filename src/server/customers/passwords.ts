import { dictionary } from '@zxcvbn-ts/language-common'

import { refuseField } from '#server/http/http-error.ts'

import { ACCOUNT_MESSAGES } from './messages.ts'

const SHORTEST = 10
/** A password of fewer different characters, such as `1111111111`, is easy to guess. */
const LEAST_CHARACTERS = 4
const COMMON = new Set(dictionary['passwords-common'].filter((word) => word.length >= SHORTEST))

/** NIST SP 800-63B section 5.1.1.2. The account's `email` is no password either. Throws HttpError 400. */
export function checkNewPassword(password: string, email: string): void {
  const plain = password.toLowerCase()
  if (password.length < SHORTEST) throw refuseField('password', ACCOUNT_MESSAGES.passwordTooShort)
  if (COMMON.has(plain) || plain === email || new Set(plain).size < LEAST_CHARACTERS)
    throw refuseField('password', ACCOUNT_MESSAGES.passwordCommon)
}
