/** Number of days for which a browser remembers an abandoned cart. */
export const CART_DAYS = 30
