/** The keys of the translations in `locales/`. `{title}` is a product's name, `{size}` a ring size. */
export const CART_MESSAGES = {
  size: /*i18n*/ 'Size {size}',
  engraving: /*i18n*/ 'Engraving: {engraving}',
  noEngraving: /*i18n*/ '{title} can’t be engraved.',
  refusedCharacters: /*i18n*/ 'We can’t engrave {characters}. Please use letters, digits and common punctuation.',
  longEngraving:
    /*i18n*/ 'The engraving has {count, plural, one {# character} other {# characters}}, but {title} has room for {most}. Please shorten it.',
  noCart: /*i18n*/ 'This cart is no longer available.',
  notHolder:
    /*i18n*/ 'We couldn’t confirm that this cart is yours, so nothing was changed. Please allow cookies for this site and reload the page. Everything in the cart is saved.',
  tooManyWrites:
    /*i18n*/ 'Your cart has changed too many times in a minute. Everything in it is saved; please try again in {seconds, plural, one {# second} other {# seconds}}.',
  tooManyCodes:
    /*i18n*/ 'Too many invalid promo codes. Your cart hasn’t changed; please try another code in {minutes, plural, one {# minute} other {# minutes}}.',
  noOrder: /*i18n*/ 'We couldn’t find this order.',
  noLine: /*i18n*/ 'This item is no longer in your cart.',
  noProduct: /*i18n*/ 'This item is no longer available.',
  goneFromShop: /*i18n*/ '{title} is no longer available.',
  noLongerSold: /*i18n*/ '{title} is no longer available, so we’ve removed it from your cart.',
  priceChanged: /*i18n*/ 'The price of {title} has changed from {from} to {to}.',
  codeEnded: /*i18n*/ 'The promo code {code} is no longer valid, so we’ve removed it from your cart.',
  deliveryEnded: /*i18n*/ 'Your delivery method is no longer available. Please choose another.',
  newTotal: /*i18n*/ 'Your cart total has changed from {from} to {to}.',
  noRegion: /*i18n*/ 'We don’t sell in this country yet. Please choose another country.',
  cartCompleted: /*i18n*/ 'The order from this cart has already been placed.',
  cartBusy: /*i18n*/ 'Your cart is still updating. Please wait a moment and try again.',
  soldOut: /*i18n*/ '{title} is sold out.',
  fullCart:
    /*i18n*/ '{title} couldn’t be added: your cart already has {most} different items. Please remove one or place this order first.',
  onlyLeft: /*i18n*/ '{title}: only {count} left, so your cart now has {quantity}.',
  allInCart: /*i18n*/ '{title}: only {count} left, and already in your cart.',
  onlyFew: /*i18n*/ '{title}: only {count} left. Please change the quantity in your cart.',
  noDelivery: /*i18n*/ 'We don’t deliver to this country yet: {country}.',
  noDeliveryField: /*i18n*/ 'We don’t deliver to this country yet.',
  regionChanged: /*i18n*/ 'Delivery country: {country}. Prices are now in {currency}, and your cart total is {total}.',
  currencyChanged: /*i18n*/ 'Prices are now in {currency}. Your cart total is {total}.',
  leftBehind: /*i18n*/ '{title} isn’t available for your delivery country, so we’ve removed it from your cart.',
  codeDropped: /*i18n*/ 'The promo code {code} isn’t valid for your delivery country.',
  noneSoldThere: /*i18n*/ 'Nothing in your cart is available in {currency} yet. Your cart hasn’t changed.',
  askCurrency:
    /*i18n*/ 'Prices there are in {to}, but you started checkout in {from}. If you continue, your cart will switch to {to} and you’ll need to choose a payment method again.',
  confirmCurrency: /*i18n*/ 'Please confirm the currency change.',
  cartStaysBehind:
    /*i18n*/ 'Prices are now in {currency}, but your cart hasn’t been updated yet. Nothing in it has changed. Please save your country again in a moment.',
  postalCode: /*i18n*/ 'Please enter a valid postal code for the selected country.',
  province: /*i18n*/ 'Please choose one from the list.',
  otherProvince: /*i18n*/ 'This postal code belongs to another state or province. Please correct one of them.',
  unknownCode: /*i18n*/ 'We don’t recognise the promo code {code}. Please check the spelling.',
  idleCode:
    /*i18n*/ 'The promo code {code} can’t be applied to your cart. It may have expired or be limited to other items.',
  promoCode: /*i18n*/ 'This promo code can’t be used.',
  notReAdded: /*i18n*/ '{title} is currently unavailable, so it wasn’t added to your new cart.',
  notMerged: /*i18n*/ '{title} is currently unavailable, so it couldn’t be added to your cart.',
  tooLate:
    /*i18n*/ 'We can’t deliver by this date with this delivery method. Please choose {day} or later, or a faster method.',
  longCard: /*i18n*/ 'The card has room for {most} characters. Please shorten your message.',
  shippingOption: /*i18n*/ 'This delivery method isn’t available for your address. Please choose another.',
  paymentProvider: /*i18n*/ 'This payment method isn’t available. Please choose another.',
  emptyCart: /*i18n*/ 'Your cart is empty.',
  totalChanged: /*i18n*/ 'The total has changed. Please check it and place your order again.',
  chooseDelivery: /*i18n*/ 'Please choose a delivery method.',
  addressNotSaved: /*i18n*/ 'We couldn’t save this address to your account. You can manage your addresses there.',
  choosePayment: /*i18n*/ 'Please choose a payment method.',
  paymentRefused:
    /*i18n*/ 'Your payment wasn’t accepted and no order was placed. Please try again or choose another payment method.',
  paymentMismatch:
    /*i18n*/ 'The amount of your payment didn’t match your order total, so no order was placed. You won’t be charged: if PayPal has already taken money, it’s being refunded in full. Please pay again or choose another payment method.',
  beingOrdered: /*i18n*/ 'Your order is already being placed. Please wait a moment.',
  notOrdered: /*i18n*/ 'We couldn’t place your order. Your cart hasn’t changed; please check it and try again.',
  refused: /*i18n*/ 'Something went wrong, but your cart hasn’t changed. Please try again.',
} as const

/** Of the order lookup. */
export const ORDER_MESSAGES = {
  number: /*i18n*/ 'Please enter your order number. It’s in the subject line of our email, for example K7QM-4T2X-5.',
  mistyped: /*i18n*/ 'There’s a typo in this number. Please compare it with the one in the subject line of our email.',
  unknown:
    /*i18n*/ 'We couldn’t find an order with this number and email address. Please check both against our email.',
  notHeld: /*i18n*/ 'This order is no longer open in this browser. Please find it again by order number.',
  linkSent:
    /*i18n*/ 'If there’s a matching order, we’ve sent a link to the email address used to place it. It should arrive within a few minutes.',
  linkDamaged: /*i18n*/ 'This link is incomplete. Please open it from our email again.',
  linkLapsed: /*i18n*/ 'This link has expired. Find your order by its number and we’ll send you a new one.',
  tooManyTries:
    /*i18n*/ 'Too many attempts. Please try again in {minutes, plural, one {# minute} other {# minutes}}, or open your order with the link in our email.',
} as const

/** Refusals of orders by invoice. `{title}` is a product's name. */
export const UNPAID_MESSAGES = {
  itemsPerOrder:
    /*i18n*/ 'An order by invoice can have up to {count} items. Please remove some or choose another payment method. If you need more, reply to any email from us.',
  productsHeld:
    /*i18n*/ 'Your unpaid orders can include up to {count} items in total. Please pay for one of those orders first, or choose another payment method for this one.',
  ofOneProduct:
    /*i18n*/ 'Your unpaid orders can include up to {count} of {title} in total. Please remove some or choose another payment method. If you need more, reply to any email from us.',
  shareOfStock:
    /*i18n*/ 'We can’t reserve any more of {title} for orders by invoice at the moment. Please choose a smaller quantity or another payment method.',
  ordersADay:
    /*i18n*/ 'You’ve placed {count} orders by invoice within a day. Please choose another payment method for this one, or try again in {hours, plural, one {# hour} other {# hours}}.',
} as const
