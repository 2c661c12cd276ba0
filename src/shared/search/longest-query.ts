/** The longest query that is looked for; a longer one is refused. */
export const LONGEST_QUERY = 200
