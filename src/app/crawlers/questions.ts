import type { ContentNode } from '#content/document.ts'

import { elementsOf, readEntries, textOf } from '../content/tree/read-nodes.ts'
import type { Thing } from './thing.ts'

/** The questions that a page answers. @returns undefined for a page that shows none */
export function questionsIn(nodes: readonly ContentNode[]): Thing | undefined {
  const parts = [...elementsOf(nodes)].filter(({ tag }) => tag === 'faqs')
  const entries = parts.flatMap(({ children }) => readEntries(children))
  if (entries.length === 0) return undefined
  return {
    '@type': 'FAQPage',
    mainEntity: entries.map(({ heading, words }) => ({
      '@type': 'Question',
      name: textOf(heading.children),
      acceptedAnswer: { '@type': 'Answer', text: words.map((node) => textOf([node])).join(' ') },
    })),
  }
}
