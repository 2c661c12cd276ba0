/** Messages for withdrawals, in English: the keys of the translations in `locales/`. */
export const WITHDRAWAL_MESSAGES = {
  received:
    /*i18n*/ 'We have received your withdrawal. A confirmation of receipt is on its way to you; please keep it.',
  receivedUnlinked:
    /*i18n*/ 'We have received your withdrawal, and have told the email address of the order. We carry it out in 24 hours; until then the link in that email takes it back.',
  takenBack: /*i18n*/ 'The withdrawal is taken back. The order stays as it was.',
  tooLate:
    /*i18n*/ 'This withdrawal can no longer be taken back: it has been carried out. If it was not you, please reply to our email.',
  notHeld: /*i18n*/ 'This order is no longer open in this browser. Please find it again by its number.',
  lapsed: /*i18n*/ 'This page was open for too long. Please look at what you choose once more.',
  otherAddress: /*i18n*/ 'The order was placed with another address. Please look at our letter once more.',
  taken: /*i18n*/ 'You have withdrawn from these pieces already: there is nothing more to do.',
} as const
