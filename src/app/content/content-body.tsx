import { Suspense, type ComponentType, type ReactNode } from 'react'

import { isElement, type ContentElement, type ContentNode } from '#content/document.ts'

import type { PartProps } from './part-base/part-props.ts'
import { BannerPart } from './parts/banner-part.tsx'
import { BenefitsCarousel } from './parts/benefits-carousel.tsx'
import { BlogCards } from './parts/blog-cards.tsx'
import { CategoryTiles, ProductCards } from './parts/category-grid.tsx'
import { Faqs } from './parts/faqs.tsx'
import { Gallery } from './parts/gallery.tsx'
import { HomeHero } from './parts/home-hero.tsx'
import { Hotspots } from './parts/hotspots.tsx'
import { ProductTestimonials, Testimonials } from './parts/quotes.tsx'
import { Stats } from './parts/stats.tsx'
import { Store } from './parts/store.tsx'
import { WhatIs } from './parts/what-is.tsx'
import { ContentTree } from './tree/content-tree.tsx'

const PARTS: Record<string, ComponentType<PartProps>> = {
  'home-hero': HomeHero,
  'what-is': WhatIs,
  store: Store,
  'benefits-carousel': BenefitsCarousel,
  faqs: Faqs,
  stats: Stats,
  testimonials: Testimonials,
  'product-testimonials': ProductTestimonials,
  'product-cards': ProductCards,
  'category-tiles': CategoryTiles,
  gallery: Gallery,
  hotspots: Hotspots,
  'email-banner': BannerPart,
}

const CARD = 'blog-card'

type Run = { kind: 'text'; nodes: ContentNode[] } | { kind: 'cards' | 'part'; nodes: ContentElement[] }

/** Text is in a column, and parts use the full width. */
export function ContentBody({ nodes }: { nodes: readonly ContentNode[] }) {
  const [first, ...others] = toRuns(nodes).map(showRun)
  return (
    <>
      {first}
      {/* Below the first screen: hydrated after the rest of the page. */}
      {others.length > 0 ? <Suspense>{others}</Suspense> : null}
    </>
  )
}

function showRun(run: Run, index: number): ReactNode {
  if (run.kind === 'cards') return <BlogCards key={index} parts={run.nodes} />
  if (run.kind === 'text') {
    return (
      <div key={index} className={`words-width ${index > 0 ? 'pt-14 md:pt-20' : ''}`}>
        <div className="prose">
          <ContentTree nodes={run.nodes} />
        </div>
      </div>
    )
  }
  return run.nodes.map((part) => {
    const Part = PARTS[part.tag]
    return Part ? <Part key={index} part={part} /> : null
  })
}

/** Groups adjacent text nodes, and adjacent article cards. */
function toRuns(nodes: readonly ContentNode[]): Run[] {
  const runs: Run[] = []
  for (const node of nodes) {
    const kind = kindOf(node)
    const last = runs.at(-1)
    if (last && kind !== 'part' && last.kind === kind) (last.nodes as ContentNode[]).push(node)
    else if (kind !== undefined) runs.push({ kind, nodes: [node] } as Run)
  }
  return runs
}

function kindOf(node: ContentNode): Run['kind'] | undefined {
  if (!isElement(node)) return node.value.trim() === '' ? undefined : 'text'
  if (node.tag === CARD) return 'cards'
  return Object.hasOwn(PARTS, node.tag) ? 'part' : 'text'
}
