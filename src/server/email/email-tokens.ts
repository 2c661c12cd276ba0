import { keyringOf } from '#server/keys.ts'

/** What a link in an email lets its holder do. */
export type TokenPurpose = 'confirm' | 'preferences' | 'stop' | 'order' | 'opened' | 'take-back'

export type ReadToken =
  /** `lapsed` ones are ours all the same: to leave, an old link is good enough. */
  { state: 'good' | 'lapsed'; subject: string } | { state: 'damaged' }

export interface EmailTokens {
  /**
   * @param subject the id of a subscription, an order or a withdrawal, or the hash of an address; never the address
   * itself
   */
  sign(purpose: TokenPurpose, subject: string): string
  read(purpose: TokenPurpose, token: string): ReadToken
}

/** The email of confirmation names the first; the others are to work for as long as someone may keep an email. */
const DAYS: Record<TokenPurpose, number> = {
  confirm: 7,
  preferences: 400,
  stop: 400,
  // As long as an order can be found.
  order: 730,
  opened: 1,
  'take-back': 30,
}
const SECONDS_A_DAY = 86_400
const FORM = /^([\w-]{1,80})\.([\da-z]{1,8})\.([\w-]{43})$/

/** Links that no one else can write: subject, time of lapse, and our signature over both and the purpose. */
export function createEmailTokens(secret: string, now: () => number = Date.now): EmailTokens {
  const keys = keyringOf(secret, 'email-links')
  const textOf = (purpose: TokenPurpose, subject: string, lapses: string) => `letter ${purpose} ${subject} ${lapses}`
  return {
    sign(purpose, subject) {
      const lapses = (Math.floor(now() / 1000) + DAYS[purpose] * SECONDS_A_DAY).toString(36)
      return `${subject}.${lapses}.${keys.sign(textOf(purpose, subject, lapses)).toString('base64url')}`
    },
    read(purpose, token) {
      const [, subject = '', lapses = '', signature = ''] = FORM.exec(token) ?? []
      const isOurs = keys.verify(textOf(purpose, subject, lapses), Buffer.from(signature, 'base64url'))
      if (!isOurs) return { state: 'damaged' }
      return { state: Number.parseInt(lapses, 36) * 1000 < now() ? 'lapsed' : 'good', subject }
    },
  }
}
