export const CART_DAYS = 30
