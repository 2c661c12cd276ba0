import { useState } from 'react'
import { useLocation } from 'react-router'

import type { ShownProduct, ShownVariant } from '#shared/product/shown-product.ts'
import { choiceQuery, chooseVariant, readChoice } from '#shared/product/variant-choice.ts'

interface VariantChoice {
  /** Undefined only where the piece has no variants. */
  variant: ShownVariant | undefined
  choose(code: string, value: string): void
}

/** The variant that is shown: the address says it at first, the shopper afterwards, and the address follows. */
export function useVariantChoice(product: ShownProduct): VariantChoice {
  const { search } = useLocation()
  const [variant, setVariant] = useState(() => chooseVariant(product, readChoice(product, new URLSearchParams(search))))

  function choose(code: string, value: string) {
    const next = chooseVariant(product, { ...variant?.options, [code]: value }, code)
    if (!next) return
    setVariant(next)
    // Not a visit: the page stays, loads nothing and is not added to the way back.
    history.replaceState(history.state, '', `${location.pathname}${choiceQuery(product, next)}${location.hash}`)
  }

  return { variant, choose }
}
