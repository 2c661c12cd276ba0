/** For how long a browser keeps what someone has put into a cart and does not come back for. */
export const CART_DAYS = 30
