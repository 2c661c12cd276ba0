/** In UTF-16 code units. */
export const MOST_CARD_TEXT = 300
