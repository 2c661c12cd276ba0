/** The readers of feeds of all products. */
export const FEEDS = ['google', 'meta'] as const
export type FeedKind = (typeof FEEDS)[number]
