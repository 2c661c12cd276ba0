import type { ContentDocument } from '../document.ts'

export type {
  Condition,
  ContentQuery,
  ContentSource,
  NavigationNode,
  SortRule,
  SurroundQuery,
} from '#shared/page/content-source.ts'

/** What the document-driven page needs of a document, whatever else it holds. */
export type FoundDocument = Partial<ContentDocument> & { _path: string }
