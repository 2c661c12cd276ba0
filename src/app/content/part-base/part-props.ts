import type { ContentElement } from '#content/document.ts'

/** Props of every part: its element in the document. */
export interface PartProps {
  part: ContentElement
}
