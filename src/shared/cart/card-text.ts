/** In UTF-16 code units. A longer text does not fit on the card. */
export const MOST_CARD_TEXT = 300
