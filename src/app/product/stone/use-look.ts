import { useState } from 'react'
import { useLocation } from 'react-router'

import { RING_SIZES, type RingSize } from '../help/ring-sizes.ts'
import { useOwnRingSize } from '../help/size-table.tsx'
import { keepLook, useOwnLook } from '../own-look.ts'

export interface Look {
  /** From 1, the lightest. */
  skin: number
  size: RingSize
}

const SKIN_COUNT = 6
const USUAL: Look = { skin: 3, size: RING_SIZES.find(({ america }) => america === 7) as RingSize }

/** A link decides first, then the size that is chosen on the page, then what this device remembers. */
export function useLook(chosenSize: string | undefined) {
  const { search } = useLocation()
  const own = useOwnRingSize()
  const kept = readLook(useOwnLook())
  const [picked, setPicked] = useState(() => ({ ...readLook(search), chosenSize }))
  const chosen = RING_SIZES.find(({ code }) => code === chosenSize)
  const look: Look = {
    skin: picked.skin ?? kept.skin ?? USUAL.skin,
    // The finger follows a size that is chosen later.
    size: (picked.chosenSize === chosenSize && picked.size) || (chosen ?? own ?? kept.size ?? USUAL.size),
  }
  return {
    look,
    pick(change: Partial<Look>) {
      setPicked({ ...look, ...change, chosenSize })
      keepLook(writeLook({ ...look, ...change }))
    },
  }
}

/** For the query of a link. */
export function writeLook({ skin, size }: Look): string {
  return `skin=${skin}&finger=${size.diameter}`
}

function readLook(query: string): Partial<Look> {
  const search = new URLSearchParams(query)
  const [skin, finger] = ['skin', 'finger'].map((name) => Number(search.get(name))) as [number, number]
  const size = RING_SIZES.find(({ diameter }) => diameter === finger)
  return {
    ...(Number.isInteger(skin) && skin >= 1 && skin <= SKIN_COUNT ? { skin } : {}),
    ...(size ? { size } : {}),
  }
}
