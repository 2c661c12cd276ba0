import type { ContentElement } from '#content/document.ts'

/** The part's element in the document. */
export interface PartProps {
  part: ContentElement
}
