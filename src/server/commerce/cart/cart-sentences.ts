/**
 * What only carts and checkout say to shoppers, in English: the keys of the translations in `locales/`.
 * `{title}` is a piece's name.
 */
export const CART_SENTENCES = {
  noCart: /*i18n*/ 'This cart is no longer there.',
  noOrder: /*i18n*/ 'There is no such order.',
  noLine: /*i18n*/ 'This piece is no longer in your cart.',
  noPiece: /*i18n*/ 'This piece is no longer for sale.',
  noRegion: /*i18n*/ 'The shop does not sell in this region.',
  cartCompleted: /*i18n*/ 'This cart has already been ordered.',
  cartBusy: /*i18n*/ 'Your cart is busy. Please wait a moment and try again.',
  soldOut: /*i18n*/ '{title} is sold out.',
  onlyLeft: /*i18n*/ 'Only {count} of {title} left: your cart has {quantity} now.',
  allInCart: /*i18n*/ 'Only {count} of {title} left, and your cart has them already.',
  onlyFew: /*i18n*/ 'Only {count} of {title} left. Please change the quantity in your cart.',
  noDelivery: /*i18n*/ 'We do not deliver to {country} yet.',
  noDeliveryField: /*i18n*/ 'We do not deliver to this country yet.',
  regionChanged: /*i18n*/ 'We deliver to {country} at prices in {currency}: your cart shows them now.',
  cartStaysBehind:
    /*i18n*/ 'Prices are in {currency} now. Your cart could not follow yet and is as it was: please save your country once more in a moment.',
  promoCode: /*i18n*/ 'This promotion code cannot be used.',
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
