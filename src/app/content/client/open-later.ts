import type { ContentSource } from '#shared/page/content-source.ts'

/** A source that is opened by the first question. */
export function openLater(open: () => Promise<ContentSource>): ContentSource {
  let opened: Promise<ContentSource> | undefined
  const source = () => (opened ??= open())
  return {
    query: async (query) => (await source()).query(query),
    navigation: async (query) => (await source()).navigation(query),
  }
}
