import { fetchSnapshot, type ContentClientOptions } from '#content/request/content-client.ts'
import { answerSite } from '#content/site-content.ts'
import type { ContentSource } from '#shared/page/content-source.ts'

interface LocalContentOptions extends ContentClientOptions {
  preview: boolean
}

/** The results equal those of the server. */
export async function openLocalContent({ preview, ...address }: LocalContentOptions): Promise<ContentSource> {
  const { documents } = await fetchSnapshot(address)
  const requests = answerSite(documents)
  return {
    query: async (query) => requests.query(query, { preview }),
    navigation: async (query) => requests.navigation(query, { preview }),
  }
}
