import type { ContentDocument } from '#content/document.ts'
import { parseDocument } from '#content/document/parse-document.ts'
import { createEngine, type EngineSettings } from '#content/query/engine.ts'
import { answerBare, showFolder } from '#content/request/content-requests.ts'
import { createContentRequests, fromWire } from '#content/request/content-requests.ts'
import type { ContentQuery } from '#shared/page/content-source.ts'

export interface ContentAdapter {
  /** @param mode `engine` queries the bare engine, without defaults */
  query: (params: unknown, mode?: 'advanced' | 'engine') => unknown
  navigation: (params: unknown) => unknown
  /** The document that a file becomes; a minimal file if no content is given. */
  derive: (id: string, content?: string, options?: object) => unknown
}

/** Adapter between the golden cases and the content engine. */
export function create({
  documents,
  config,
}: {
  documents: ContentDocument[]
  config: EngineSettings
}): ContentAdapter {
  const engine = createEngine(documents, config)
  const requests = createContentRequests(engine, config)
  return {
    query(params, mode) {
      if (mode !== 'engine') return requests.query(params, { mode })
      return answerBare(engine, fromWire(params) as ContentQuery, (path, locale) => {
        const _path = `${path === '/' ? '' : path}/_dir`
        const where = typeof locale === 'string' ? { _path, _locale: locale } : { _path }
        const [folder] = engine.find({ where })
        return folder && showFolder(folder)
      })
    },
    navigation: (params) => requests.navigation(params),
    derive: (id, content, options = {}) =>
      parseDocument(id, content ?? EMPTY[id.slice(id.lastIndexOf('.'))] ?? '', options).document,
  }
}

const EMPTY: Record<string, string> = { '.json': '{}', '.csv': 'a\n1\n' }
