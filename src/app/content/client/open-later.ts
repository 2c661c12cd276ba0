import type { ContentSource } from '#shared/page/content-source.ts'

/** Creates a content source that is opened by the first query. */
export function openLater(open: () => Promise<ContentSource>): ContentSource {
  let opened: Promise<ContentSource> | undefined
  const source = () => (opened ??= open())
  return {
    query: async (query) => (await source()).query(query),
    navigation: async (query) => (await source()).navigation(query),
  }
}
