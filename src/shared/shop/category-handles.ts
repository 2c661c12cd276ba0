/** The shelves of the shop, in the order in which it shows them. */
export const CATEGORY_HANDLES = ['rings', 'necklaces', 'earrings', 'bracelets', 'sets'] as const
