/** Whom feeds of all pieces are written for. */
export const FEEDS = ['google', 'meta'] as const
export type FeedKind = (typeof FEEDS)[number]
