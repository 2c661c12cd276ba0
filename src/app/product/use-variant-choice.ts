import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'

import type { ShownProduct, ShownVariant } from '#shared/product/shown-product.ts'
import {
  choiceQuery,
  chooseVariant,
  hasSizes,
  isSoldOut,
  readChoice,
  variantWith,
} from '#shared/product/variant-choice.ts'

import { keepRingSize, onRingSize, ownRingSize } from './own-ring-size.ts'

interface VariantChoice {
  /**
   * The selected variant. It has an arbitrary size if no size is chosen yet. Undefined only if the product has no
   * variants.
   */
  variant: ShownVariant | undefined
  /** Whether a size is chosen, or the product has none to choose. */
  isSized: boolean
  choose(code: string, value: string): void
}

/**
 * Returns the selected variant. Initially it comes from the URL. If the URL names no size, the ring size stored on this
 * device is used. Later it follows the shopper's choice, and the URL is updated. If the shopper has not entered a size,
 * none is preselected.
 */
export function useVariantChoice(product: ShownProduct): VariantChoice {
  const { search } = useLocation()
  const asked = readChoice(product, new URLSearchParams(search))
  const [variant, setVariant] = useState(() => chooseVariant(product, asked))
  const [isSized, setSized] = useState(asked['size'] !== undefined || !hasSizes(product))
  /** The latest choice. It may not be rendered yet, because several choices can precede a render. */
  const newest = useRef({ variant, isSized })

  function choose(code: string, value: string) {
    const { size, ...rest } = newest.current.variant?.options ?? {}
    const known = newest.current.isSized && size !== undefined ? { ...rest, size } : rest
    const next = chooseVariant(product, { ...known, [code]: value }, code)
    if (!next) return
    const isSizedNow = newest.current.isSized || code === 'size'
    newest.current = { variant: next, isSized: isSizedNow }
    setVariant(next)
    setSized(isSizedNow)
    // Updates only the URL. Nothing is loaded, and no history entry is added.
    history.replaceState(
      history.state,
      '',
      `${location.pathname}${choiceQuery(product, next, isSizedNow)}${location.hash}`,
    )
  }

  /** A stored size is selected only if this changes neither the metal nor the availability. */
  const wear = useEffectEvent(() => {
    const shown = newest.current.variant
    const own = shown && variantWith(product, shown, 'size', ownRingSize())
    if (own && !isSoldOut(own)) choose('size', ownRingSize())
  })

  useEffect(() => {
    if (!asked['size']) wear()
    return onRingSize(wear)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only the first URL counts
  }, [])

  return {
    variant,
    isSized,
    choose(code, value) {
      choose(code, value)
      if (code === 'size') keepRingSize(value)
    },
  }
}
