import type { Synonyms } from '#server/content/synonyms.ts'
import type { ResolveImage } from '#server/images/media.ts'
import type { YieldToLoop } from '#server/infra/scheduling.ts'

import type { CatalogContents, StampedMap } from './records/records.ts'
import { createShop, type Shop } from './shop.ts'
import { buildSnapshot, type Snapshot } from './snapshot/snapshot.ts'

/** Ids of products whose facts, words or prices are other than before. */
export type ChangedProducts = ReadonlySet<string> | 'all'

/** Holds what is known and what is shown of it; the one place where the snapshot is swapped. */
export interface CatalogStore {
  contents(): CatalogContents | undefined
  /** Undefined until the shop was read, or loaded, for the first time. */
  shop(): Shop | undefined
  /** Takes what is known now; resolves when the shop shows it. */
  replace(contents: CatalogContents): Promise<void>
}

interface CatalogStoreOptions {
  resolveImage: ResolveImage
  synonyms: () => Synonyms
  yieldToLoop: YieldToLoop
  /** Called when the shop shows something new, and only then. */
  onChange: (version: string, changed: ChangedProducts) => void
}

export function createCatalogStore({
  resolveImage,
  synonyms,
  yieldToLoop,
  onChange,
}: CatalogStoreOptions): CatalogStore {
  let known: CatalogContents | undefined
  let shown: CatalogContents | undefined
  let snapshot: Snapshot | undefined
  let shop: Shop | undefined
  let building: Promise<void> | undefined

  /** What comes while an index is built goes into the next one: one build at a time, the last always wins. */
  async function build(): Promise<void> {
    for (let next = known; next && next !== shown; next = known) {
      const changed = changedBetween(shown, next)
      const hasNews = changed === 'all' || changed.size > 0 || !hasSamePriceLists(shown, next)
      if (hasNews) snapshot = await buildSnapshot(next, yieldToLoop, snapshot)
      shown = next
      if (!snapshot || snapshot.version === shop?.version) continue
      shop = createShop(snapshot, resolveImage, synonyms)
      onChange(shop.version, changed)
    }
  }

  return {
    contents: () => known,
    shop: () => shop,
    async replace(contents) {
      known = contents
      building ??= build().finally(() => (building = undefined))
      await building
    },
  }
}

function changedBetween(before: CatalogContents | undefined, after: CatalogContents): ChangedProducts {
  if (!before || before.frame.digest !== after.frame.digest) return 'all'
  const changed = differences(before.products, after.products)
  for (const [regionId, { prices }] of after.priceLists) {
    const known = before.priceLists.get(regionId)
    if (known) for (const id of differences(known.prices, prices)) changed.add(id)
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
