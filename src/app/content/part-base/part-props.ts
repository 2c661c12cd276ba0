import type { ContentElement } from '#content/document.ts'

/** What every part gets: itself, as its author wrote it. */
export interface PartProps {
  part: ContentElement
}
