export const MOST_SAVED = { wish_list: 40, compared: 4, recently_viewed: 12 } as const

export type ListName = keyof typeof MOST_SAVED
