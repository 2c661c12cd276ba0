import type { ContentNode } from '#content/document.ts'

import { elementsOf, readEntries, textOf } from '../content/tree/read-nodes.ts'
import type { Thing } from './thing.ts'

/** The questions that a page answers. @returns undefined for a page that shows none */
export function faqIn(nodes: readonly ContentNode[]): Thing | undefined {
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
