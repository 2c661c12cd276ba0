export const GRID = 'grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-3 md:gap-x-6 lg:gap-y-14'
/** Placeholders use these classes too. */
export const WIDE_GRID = `${GRID} lg:grid-cols-4`
