export const WITHDRAWAL_MESSAGES = {
  received:
    /*i18n*/ 'We have received your withdrawal. A confirmation of receipt is on its way to you; please keep it.',
  receivedUnlinked:
    /*i18n*/ 'We have received your withdrawal and emailed the address on the order. We’ll process it in 24 hours; until then, you can cancel it with the link in that email.',
  takenBack: /*i18n*/ 'The withdrawal has been cancelled. Your order still stands.',
  tooLate:
    /*i18n*/ 'This withdrawal has been processed and can no longer be cancelled. If it wasn’t you, please reply to our email.',
  notHeld: /*i18n*/ 'This order is no longer open in this browser. Please find it again by order number.',
  lapsed: /*i18n*/ 'This page was open for too long. Please check your selection again.',
  otherAddress:
    /*i18n*/ 'This order was placed with a different email address. Please enter the one our confirmation email was sent to.',
  taken: /*i18n*/ 'You’ve already withdrawn from the contract for these items. There’s nothing more to do.',
} as const
