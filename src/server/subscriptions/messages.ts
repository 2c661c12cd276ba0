export const MAILING_MESSAGES = {
  subscribed:
    /*i18n*/ 'Almost there! Please open our email and confirm your address. If you can’t find it, look in your spam folder or try again tomorrow.',
  hinted: /*i18n*/ 'Your hint is on its way. We send only a few emails a day to any one address.',
  alerted:
    /*i18n*/ 'Noted. If this address is new to us, please open our email and confirm it. If you can’t find it, look in your spam folder or try again tomorrow. We’ll write once, when the piece is back.',
  inStock: /*i18n*/ 'Good news: this piece is in stock. You can add it to your cart now.',
  enoughAlerts:
    /*i18n*/ 'This address is waiting for 20 pieces already. Please open the link in one of our emails to make room.',
  recipient: /*i18n*/ 'Please enter a valid email address for the recipient.',
  senderName: /*i18n*/ 'Please use letters only in your name, 40 at most.',
  messageTooLong: /*i18n*/ 'This note is too long. Please shorten it to 500 characters.',
  messageIsLink: /*i18n*/ 'Please write in your own words instead of sending a link.',
  noSuchProduct: /*i18n*/ 'This item is no longer available. Please choose another one.',
  enoughHints: /*i18n*/ 'This address has received enough hints today. Please try again tomorrow.',
  linkLapsed: /*i18n*/ 'This link no longer works.',
  linkDamaged: /*i18n*/ 'This link is incomplete. Please open it from our email again.',
  saved: /*i18n*/ 'Saved.',
} as const
