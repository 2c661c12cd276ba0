import { isPartName } from '#content/parts/part-schemas.ts'

import { isElement, type ContentBody, type ContentNode, type TocLink } from '../../document.ts'
import { textOf } from './text-of.ts'

/** Sections and their sections: deeper than that, a list of contents is no help. */
const DEPTHS: Record<string, number> = { h2: 2, h3: 3 }

/**
 * Lists the headings of a text. Those of parts are left out, for a part decides itself what it shows, and so is that of
 * the footnotes.
 */
export function listContents(children: readonly ContentNode[]): ContentBody['toc'] {
  const links: TocLink[] = []
  for (const { id, text, depth } of headingsIn(children, 2)) {
    const section = links.at(-1)
    if (section && depth > section.depth) section.children = [...(section.children ?? []), { id, text, depth }]
    else links.push({ id, text, depth })
  }
  return { title: '', searchDepth: 2, depth: 2, links }
}

function headingsIn(nodes: readonly ContentNode[], levels: number): TocLink[] {
  return nodes.filter(isElement).flatMap(({ tag, props, children }) => {
    const depth = DEPTHS[tag]
    if (depth !== undefined) return [{ id: String(props['id']), text: textOf(children), depth }]
    return levels > 1 && tag !== 'section' && !isPartName(tag) ? headingsIn(children, levels - 1) : []
  })
}
