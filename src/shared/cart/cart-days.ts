/** Days for which a browser keeps the cart of a shopper who does not come back. */
export const CART_DAYS = 30
