import type { ContentNode } from '#content/document.ts'

import type { ContentPageData } from '../content/load-content-page.ts'
import { elementsOf, readEntries, textOf } from '../content/tree/read-nodes.ts'
import { crumbsOf, type Speaker, type Thing } from './page-meta.ts'

/** A page of the content: the way to it, and the questions that it answers. */
export function contentData({ document, nodes, steps }: ContentPageData, speaker: Speaker): (Thing | undefined)[] {
  const crumbs = [
    ...steps.map(({ title, path }) => ({ name: title, path })),
    { name: document.title, path: document._path },
  ]
  return [steps.length > 0 ? crumbsOf(crumbs, speaker) : undefined, faqIn(nodes)]
}

/** The questions that a page answers. @returns undefined for a page that shows none */
function faqIn(nodes: readonly ContentNode[]): Thing | undefined {
  const parts = [...elementsOf(nodes)].filter(({ tag }) => tag === 'faqs')
  const entries = parts.flatMap(({ children }) => readEntries(children))
  if (entries.length === 0) return undefined
  return {
    '@type': 'FAQPage',
    mainEntity: entries.map(({ heading, words: texts }) => ({
      '@type': 'Question',
      name: textOf(heading.children),
      acceptedAnswer: { '@type': 'Answer', text: texts.map((node) => textOf([node])).join(' ') },
    })),
  }
}
