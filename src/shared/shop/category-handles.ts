/** In the order of display. */
export const CATEGORY_HANDLES = ['rings', 'necklaces', 'earrings', 'bracelets', 'sets'] as const
