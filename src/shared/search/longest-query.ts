export const LONGEST_QUERY = 200
