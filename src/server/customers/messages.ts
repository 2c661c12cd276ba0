/** Messages about accounts, in English: the keys of the translations in `locales/`. */
export const ACCOUNT_MESSAGES = {
  linkSent: /*i18n*/ 'Please check your inbox. The link we’ve sent works for 15 minutes.',
  linkSpent: /*i18n*/ 'This link was already used or is older than 15 minutes. Please ask for a new one.',
  signedOut: /*i18n*/ 'You’ve signed out.',
  signInFirst: /*i18n*/ 'Please sign in.',
  wrongPassword: /*i18n*/ 'This email and password don’t match. Try again, or let us email you a link.',
  wrongCurrent: /*i18n*/ 'This isn’t your current password.',
  passwordTooShort: /*i18n*/ 'Please choose a password of at least 10 characters.',
  passwordCommon: /*i18n*/ 'This password is easy to guess. Please choose another one.',
  staffPassword: /*i18n*/ 'A password can’t be set for this address. Please sign in with an emailed link.',
  otherCustomer: /*i18n*/ 'You’ve signed in to another account in the meantime. Please reload this page.',
  passwordSaved: /*i18n*/ 'Your new password is saved. You’re signed out on your other devices.',
  detailsSaved: /*i18n*/ 'Your details are saved.',
  sessionEnded: /*i18n*/ 'This device is signed out.',
  sessionsEnded: /*i18n*/ 'You’re signed out on all your other devices.',
  tooManyLinks: /*i18n*/ 'We’ve already sent several links. Please try again in {minutes} minutes.',
  tooManyPasswords: /*i18n*/ 'Too many attempts. Please try again in {minutes} minutes, or let us email you a link.',
} as const
