// Apart from the schema, which would bring its library to the browser.
export const LONGEST_NAME = 80
export const LONGEST_MESSAGE = 3000
export const LONGEST_ORDER_NUMBER = 40
