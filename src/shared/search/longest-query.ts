/** In characters; longer ones are rejected. */
export const LONGEST_QUERY = 200
