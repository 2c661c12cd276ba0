import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'

import type { ShownProduct } from '#shared/product/shown-product.ts'
import {
  type Choice,
  choiceQuery,
  chooseVariant,
  chosenOf,
  isSoldOut,
  readChoice,
  variantsWith,
} from '#shared/product/variant-choice.ts'

import { keepRingSize, onRingSize, ownRingSize } from './own-ring-size.ts'

/**
 * The URL and then the ring size stored on this device determine the first selection. Otherwise only the metal is
 * preselected, because the shopper sees it.
 */
export function useVariantChoice(product: ShownProduct) {
  const { search } = useLocation()
  const asked = readChoice(product, new URLSearchParams(search))
  const [state, setState] = useState(() => select(asked))
  /** The latest choice, which may not be rendered yet: several choices can precede a render. */
  const newest = useRef(state)

  function select(wanted: Choice, code?: string) {
    const variant = chooseVariant(product, wanted, code)
    return { variant, choice: chosenOf(product, variant, wanted) }
  }

  function choose(code: string, value: string) {
    const next = select({ ...newest.current.choice, [code]: value }, code)
    newest.current = next
    setState(next)
    // Updates only the URL. Nothing is loaded, and no history entry is added.
    history.replaceState(history.state, '', `${location.pathname}${choiceQuery(product, next.choice)}${location.hash}`)
  }

  /** A stored size is selected only if this changes neither the metal nor the availability. */
  const wear = useEffectEvent(() => {
    const size = ownRingSize()
    const own = variantsWith(product, { ...newest.current.choice, size })
    if (own.some((variant) => !isSoldOut(variant))) choose('size', size)
  })

  useEffect(() => {
    if (!asked['size']) wear()
    return onRingSize(wear)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only the first URL counts
  }, [])

  return {
    ...state,
    choose(code: string, value: string) {
      choose(code, value)
      if (code === 'size') keepRingSize(value)
    },
  }
}
