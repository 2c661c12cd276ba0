/** The name over the door of the built-in sample shop. */
export const BRAND_NAME = 'Lumenite'
