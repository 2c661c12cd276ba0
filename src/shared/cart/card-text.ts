/** The length of the longest text that fits on the card, in UTF-16 code units. */
export const MOST_CARD_TEXT = 300
