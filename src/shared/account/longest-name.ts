/** Apart from the schemas, whose library a browser does not load. */
export const LONGEST_NAME = 80
