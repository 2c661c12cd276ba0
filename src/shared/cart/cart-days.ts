/** For how long a browser keeps what somebody has put into a cart and does not come back for. */
export const CART_DAYS = 30
