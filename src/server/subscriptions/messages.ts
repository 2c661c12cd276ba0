/** Messages for subscriptions and hints, in English: the keys of the translations in `locales/`. */
export const MAILING_MESSAGES = {
  subscribed: /*i18n*/ 'Almost there: please open our letter and confirm your address.',
  hinted: /*i18n*/ 'Your hint is on its way.',
  recipient: /*i18n*/ 'Please enter a valid email address of the one who should get the hint.',
  senderName: /*i18n*/ 'Please give a name of letters alone, 40 at most.',
  messageTooLong: /*i18n*/ 'This note is too long for a hint. Please shorten it to 500 characters.',
  messageIsLink: /*i18n*/ 'Please say it in your own words: a hint cannot be a link.',
  noSuchProduct: /*i18n*/ 'We no longer sell this piece. Please choose another one to hint at.',
  enoughHints: /*i18n*/ 'Enough hints have gone to this address today. Please try again tomorrow.',
  linkLapsed: /*i18n*/ 'This link no longer works.',
  linkDamaged: /*i18n*/ 'This link is not complete. Please open it from the letter once more.',
  saved: /*i18n*/ 'Saved.',
} as const
