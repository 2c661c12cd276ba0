import type { ContentSource } from '#shared/page/content-source.ts'

/** The first query opens the source. */
export function openLater(open: () => Promise<ContentSource>): ContentSource {
  let opened: Promise<ContentSource> | undefined
  const source = () => (opened ??= open())
  return {
    query: async (query) => (await source()).query(query),
    navigation: async (query) => (await source()).navigation(query),
  }
}
