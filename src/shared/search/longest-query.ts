/** Maximum length of a search query in characters; longer ones are rejected. */
export const LONGEST_QUERY = 200
