import type { ContentPageData } from '../content/load-content-page.ts'
import { crumbsOf } from './crumbs.ts'
import { faqIn } from './faq.ts'
import type { Speaker, Thing } from './thing.ts'

/** A page of the content: the way to it, and the questions that it answers. */
export function contentData({ document, nodes, steps }: ContentPageData, speaker: Speaker): (Thing | undefined)[] {
  const crumbs = [
    ...steps.map(({ title, path }) => ({ name: title, path })),
    { name: document.title, path: document._path },
  ]
  return [steps.length > 0 ? crumbsOf(crumbs, speaker) : undefined, faqIn(nodes)]
}
