/**
 * Messages of cart and checkout, in English: the keys of the translations in `locales/`. `{title}` is a product's name,
 * `{size}` a ring size.
 */
export const CART_MESSAGES = {
  size: /*i18n*/ 'Size {size}',
  noCart: /*i18n*/ 'This cart is no longer there.',
  notHolder:
    /*i18n*/ 'We cannot tell that this cart is yours, so nothing was changed. Please allow cookies for this shop and reload the page: what is in the cart is kept.',
  tooManyWrites:
    /*i18n*/ 'Your cart has had very many changes within a minute. What is in it is kept; please try again in {seconds} s.',
  tooManyCodes:
    /*i18n*/ 'Too many promotion codes did not work. Your cart is as it was; please try another code in {minutes} min.',
  noOrder: /*i18n*/ 'There is no such order.',
  noLine: /*i18n*/ 'This piece is no longer in your cart.',
  noProduct: /*i18n*/ 'This piece is no longer for sale.',
  noLongerSold: /*i18n*/ '{title} is no longer for sale and has left your cart.',
  noRegion: /*i18n*/ 'The shop does not sell in this region.',
  cartCompleted: /*i18n*/ 'This cart has already been ordered.',
  cartBusy: /*i18n*/ 'Your cart is busy. Please wait a moment and try again.',
  soldOut: /*i18n*/ '{title} is sold out.',
  onlyLeft: /*i18n*/ 'Only {count} of {title} left: your cart has {quantity} now.',
  allInCart: /*i18n*/ 'Only {count} of {title} left, and your cart has them already.',
  onlyFew: /*i18n*/ 'Only {count} of {title} left. Please change the quantity in your cart.',
  noDelivery: /*i18n*/ 'We do not deliver to {country} yet.',
  noDeliveryField: /*i18n*/ 'We do not deliver to this country yet.',
  regionChanged: /*i18n*/ 'We deliver to {country} at prices in {currency}. Your cart comes to {total} now.',
  currencyChanged: /*i18n*/ 'Prices are in {currency} now. Your cart comes to {total}.',
  leftBehind: /*i18n*/ '{title} is not sold there and has left your cart.',
  codeDropped: /*i18n*/ 'The promotion code {code} does not apply there.',
  noneSoldThere: /*i18n*/ 'Nothing in your cart is sold at prices in {currency} yet. Your cart is as it was.',
  askCurrency:
    /*i18n*/ 'Prices there are in {to}, and you have begun to pay in {from}. If you go on, your cart changes to {to} and you choose how to pay once more.',
  confirmCurrency: /*i18n*/ 'Please confirm the change of currency.',
  cartStaysBehind:
    /*i18n*/ 'Prices are in {currency} now. Your cart could not follow yet and is as it was: please save your country once more in a moment.',
  postalCode: /*i18n*/ 'This is no postal code of that country.',
  province: /*i18n*/ 'Please choose one from the list.',
  unknownCode: /*i18n*/ 'We do not know the promotion code {code}. Please check how it is written.',
  idleCode: /*i18n*/ 'The promotion code {code} gives nothing on this cart: it may be over, or for other pieces.',
  promoCode: /*i18n*/ 'This promotion code cannot be used.',
  notReAdded: /*i18n*/ '{title} cannot be had at the moment and is not in your new cart.',
  shippingOption: /*i18n*/ 'This delivery method is not available for your address. Please choose another.',
  paymentProvider: /*i18n*/ 'This way to pay is not available. Please choose another.',
  emptyCart: /*i18n*/ 'Your cart is empty.',
  chooseDelivery: /*i18n*/ 'Please choose how we should deliver.',
  choosePayment: /*i18n*/ 'Please choose how you would like to pay.',
  paymentRefused: /*i18n*/ 'The payment was not accepted. Nothing was ordered; please try again or pay another way.',
  beingOrdered: /*i18n*/ 'Your order is being placed already. Please wait a moment.',
  notOrdered: /*i18n*/ 'The order could not be placed. Your cart is as it was; please check it and try again.',
  refused: /*i18n*/ 'The shop could not do this. Your cart is as it was.',
} as const

/** Messages of the order lookup, in English: the keys of the translations in `locales/`. */
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

/** Refusals of orders by invoice. `{title}` is a product's name. */
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
