/** What any part of the shop says to those it refuses, in English: the keys of the translations in `locales/`. */
export const MESSAGES = {
  email: /*i18n*/ 'Please enter a valid email address.',
  incomplete: /*i18n*/ 'Please complete the highlighted details first.',
  required: /*i18n*/ 'Please fill this in.',
  foreignOrigin: /*i18n*/ 'This request did not come from our shop.',
  tooMany: /*i18n*/ 'Too many requests. Please wait a moment and try again.',
  tooMuch: /*i18n*/ 'That is too much to send at once.',
  unavailable: /*i18n*/ 'The shop cannot do this at the moment. Nothing was lost; please try again shortly.',
  broken: /*i18n*/ 'Something went wrong on our side. Please try again.',
  encoded: /*i18n*/ 'Compressed requests are not accepted. Please send this one without compression.',
  tooLong: /*i18n*/ 'This address is too long.',
  withoutHost: /*i18n*/ 'The request does not name the shop it is for.',
  busy: /*i18n*/ 'The shop is very busy right now.',
  busyPage: /*i18n*/ 'This page will load again by itself in {seconds} seconds.',
  busyForm:
    /*i18n*/ 'Nothing has been lost. Please reload this page in {seconds} seconds, and your form will be sent again.',
  busyCall: /*i18n*/ 'Nothing has been lost. Please try again in {seconds} seconds.',
  unclear: /*i18n*/ 'The request could not be understood.',
} as const

/** The sentence for anyone who is answered with a status and nothing more exact. */
export function messageOfStatus(status: number): string {
  if (status === 429) return MESSAGES.tooMany
  if (status === 413) return MESSAGES.tooMuch
  if (status === 414) return MESSAGES.tooLong
  if (status === 503) return MESSAGES.unavailable
  return status >= 500 ? MESSAGES.broken : MESSAGES.unclear
}
