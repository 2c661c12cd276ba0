import type { ContentNode } from '#content/document.ts'

import type { ContentPageData } from '../content/load-content-page.ts'
import { elementsOf, readEntries, textOf } from '../content/tree/read-nodes.ts'
import { crumbsOf, type Site, type Thing } from './page-meta.ts'

export function contentJsonLd({ document, nodes, steps }: ContentPageData, site: Site): (Thing | undefined)[] {
  const crumbs = [
    ...steps.map(({ title, path }) => ({ name: title, path })),
    { name: document.title, path: document._path },
  ]
  return [steps.length > 0 ? crumbsOf(crumbs, site) : undefined, faqIn(nodes)]
}

/** Undefined if the page has no `faqs` block. */
function faqIn(nodes: readonly ContentNode[]): Thing | undefined {
  const parts = [...elementsOf(nodes)].filter(({ tag }) => tag === 'faqs')
  const entries = parts.flatMap(({ children }) => readEntries(children))
  if (entries.length === 0) return undefined
  return {
    '@type': 'FAQPage',
    mainEntity: entries.map(({ heading, text: texts }) => ({
      '@type': 'Question',
      name: textOf(heading.children),
      acceptedAnswer: { '@type': 'Answer', text: texts.map((node) => textOf([node])).join(' ') },
    })),
  }
}
