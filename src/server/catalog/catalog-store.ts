import type { Synonyms } from '#server/content/synonyms.ts'
import type { ResolveImage } from '#server/images/media.ts'
import type { YieldToLoop } from '#server/infra/scheduling.ts'

import type { FormerHandles } from './handles/known-handles.ts'
import type { CatalogContents, StampedMap } from './records/records.ts'
import type { FindPages } from './search/find-pages.ts'
import { createShop, type Shop } from './shop.ts'
import { buildSnapshot, type Snapshot } from './snapshot/snapshot.ts'

/** Ids of products; `all` if regions, categories or collections changed. */
export type ChangedProducts = ReadonlySet<string> | 'all'

/** The only place that swaps the snapshot. */
export interface CatalogStore {
  contents(): CatalogContents | undefined
  shop(): Shop | undefined
  /** Resolves when the shop shows them. */
  replace(contents: CatalogContents): Promise<void>
}

interface CatalogStoreOptions {
  resolveImage: ResolveImage
  synonyms: () => Synonyms
  findPages?: FindPages | undefined
  formerHandles?: FormerHandles | undefined
  yieldToLoop: YieldToLoop
  onChange: (version: string, changed: ChangedProducts) => void
}

export function createCatalogStore({
  resolveImage,
  synonyms,
  findPages,
  formerHandles,
  yieldToLoop,
  onChange,
}: CatalogStoreOptions): CatalogStore {
  let latest: CatalogContents | undefined
  let shown: CatalogContents | undefined
  let snapshot: Snapshot | undefined
  let shop: Shop | undefined
  let building: Promise<void> | undefined

  /** Runs one build at a time. Contents that arrive during a build go into the next one; the last always wins. */
  async function build(): Promise<void> {
    for (let next = latest; next && next !== shown; next = latest) {
      const changed = changedBetween(shown, next)
      const isChanged = changed === 'all' || changed.size > 0 || !hasSamePriceLists(shown, next)
      if (isChanged) snapshot = await buildSnapshot(next, yieldToLoop, snapshot)
      shown = next
      if (!snapshot || snapshot.version === shop?.version) continue
      shop = createShop(snapshot, resolveImage, synonyms, findPages, formerHandles)
      onChange(shop.version, changed)
    }
  }

  return {
    contents: () => latest,
    shop: () => shop,
    async replace(contents) {
      latest = contents
      building ??= build().finally(() => (building = undefined))
      await building
    },
  }
}

function changedBetween(before: CatalogContents | undefined, after: CatalogContents): ChangedProducts {
  if (!before || before.frame.digest !== after.frame.digest) return 'all'
  const changed = differences(before.products, after.products)
  for (const [regionId, { prices }] of after.priceLists) {
    const previous = before.priceLists.get(regionId)
    if (previous) for (const id of differences(previous.prices, prices)) changed.add(id)
  }
  return changed
}

function hasSamePriceLists(before: CatalogContents | undefined, after: CatalogContents): boolean {
  return (
    before?.priceLists.size === after.priceLists.size &&
    [...after.priceLists.keys()].every((id) => before?.priceLists.has(id))
  )
}

function differences(before: StampedMap<unknown>, after: StampedMap<unknown>): Set<string> {
  const changed = new Set<string>()
  if (before === after) return changed
  for (const [id, { digest }] of after) if (before.get(id)?.digest !== digest) changed.add(id)
  for (const id of before.keys()) if (!after.has(id)) changed.add(id)
  return changed
}
