/** What the look-up of orders says, in English: the keys of the translations in `locales/`. */
export const ORDER_MESSAGES = {
  number: /*i18n*/ 'Please enter the number of the order: it is in the subject of our email, such as K7QM-4T2X-5.',
  mistyped:
    /*i18n*/ 'There is a typing error in this number. Please compare it with the one in the subject of our email.',
  unknown:
    /*i18n*/ 'We cannot find an order with this number that was placed with this email address. Please check both in our email.',
  notHeld: /*i18n*/ 'This order is no longer open in this browser. Please find it again by its number.',
  linkSent:
    /*i18n*/ 'If an order matches, we have sent a link to the email address it was placed with. It should arrive within a few minutes.',
  linkDamaged: /*i18n*/ 'This link is not complete. Please open it from our email once more.',
  linkLapsed: /*i18n*/ 'This link is too old. Find the order by its number, and we will send you a new one.',
  tooManyTries:
    /*i18n*/ 'Too many tries. Please try again in {minutes} min, or open your order with the link in our email.',
} as const

/** What is said of orders by invoice before they are placed. `{title}` is a product's name. */
export const UNPAID_MESSAGES = {
  itemsPerOrder:
    /*i18n*/ 'An order by invoice can have {count} pieces at most. Please take some out, or pay another way. If you need more, write to us.',
  productsHeld:
    /*i18n*/ 'Your unpaid orders hold as many pieces as they can: {count}. Please pay one of them first, or pay this one another way.',
  ofOneProduct:
    /*i18n*/ 'Your unpaid orders can hold {title} {count} times at most. Please take some out, or pay another way. If you need more, write to us.',
  ordersADay:
    /*i18n*/ 'You have placed {count} orders by invoice within a day. Please pay this one another way, or try again in {hours} h.',
} as const
