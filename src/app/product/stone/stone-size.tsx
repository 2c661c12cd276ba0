import { Plural, Trans } from '@lingui/react/macro'

import type { Stones } from '#shared/product/read-stones.ts'

import { useStoneLabels } from './use-stone-labels.ts'

/** How large stones of one kind are, and how many: `8 × 6 mm, 1 stone`. */
export function StoneSize({ stone }: { stone: Stones }) {
  const { sizeOf } = useStoneLabels()
  return (
    <>
      {sizeOf(stone)}
      {', '}
      {stone.count === null ? <Trans>many</Trans> : <Plural value={stone.count} one="# stone" other="# stones" />}
    </>
  )
}
