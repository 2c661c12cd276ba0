import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'

import type { ShownProduct, ShownVariant } from '#shared/product/shown-product.ts'
import { choiceQuery, chooseVariant, isSoldOut, readChoice, variantWith } from '#shared/product/variant-choice.ts'

import { keepRingSize, onRingSize, ownRingSize } from './own-ring-size.ts'

interface VariantChoice {
  /** Undefined only where the piece has no variants. */
  variant: ShownVariant | undefined
  choose(code: string, value: string): void
}

/**
 * The variant that is shown: the address says it at first, then the size that this device remembers where the address
 * names none, the shopper afterwards; and the address follows.
 */
export function useVariantChoice(product: ShownProduct): VariantChoice {
  const { search } = useLocation()
  const asked = readChoice(product, new URLSearchParams(search))
  const [variant, setVariant] = useState(() => chooseVariant(product, asked))
  /** Several wishes may come before the page shows the first. */
  const newest = useRef(variant)

  function choose(code: string, value: string) {
    const next = chooseVariant(product, { ...newest.current?.options, [code]: value }, code)
    if (!next) return
    newest.current = next
    setVariant(next)
    // Not a visit: the page stays, loads nothing and is not added to the way back.
    history.replaceState(history.state, '', `${location.pathname}${choiceQuery(product, next)}${location.hash}`)
  }

  /** A size that is remembered changes nothing else: neither the metal, nor whether it can be had. */
  const wear = useEffectEvent(() => {
    const own = newest.current && variantWith(product, newest.current, 'size', ownRingSize())
    if (own && !isSoldOut(own)) choose('size', ownRingSize())
  })

  useEffect(() => {
    if (!asked['size']) wear()
    return onRingSize(wear)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what the address asked for, it asked for at first
  }, [])

  return {
    variant,
    choose(code, value) {
      choose(code, value)
      if (code === 'size') keepRingSize(value)
    },
  }
}
