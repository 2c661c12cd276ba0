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
  /** Of any size if none is chosen yet. Undefined only if the product has no variants. */
  variant: ShownVariant | undefined
  /** Whether the size is chosen, or there is none to choose. */
  isSized: boolean
  choose(code: string, value: string): void
}

/**
 * The selected variant: first from the URL, then from the ring size that this device stores if the URL names none, then
 * from the shopper's choice, which the URL follows. No size is preselected for a shopper who has not stated one.
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
    // Updates the URL only: nothing is loaded and no history entry is added.
    history.replaceState(
      history.state,
      '',
      `${location.pathname}${choiceQuery(product, next, isSizedNow)}${location.hash}`,
    )
  }

  /** A size that is remembered changes nothing else: neither the metal, nor whether it can be had. */
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
