/** Of a line. Apart from the schemas, whose library a browser does not load. */
export const MAX_QUANTITY = 99
