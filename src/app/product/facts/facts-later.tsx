import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { lazy, Suspense, type ComponentType } from 'react'

import type { ShownProduct } from '#shared/product/shown-product.ts'

import { addMessages } from '../../i18n/load-i18n.ts'
import { ServerOnly } from '../../ui/server-only.tsx'
import { serverParts } from '../server-parts.ts'

let Facts: ComponentType<{ product: ShownProduct }> | undefined

/** The language of a document never changes. */
function factsIn(i18n: I18n): ComponentType<{ product: ShownProduct }> {
  return (Facts ??= lazy(async () => {
    const [facts] = await Promise.all([import('./product-facts.tsx'), addMessages(i18n, 'facts')])
    return { default: facts.ProductFacts }
  }))
}

/** The script is loaded only for a later product of the document. */
export function FactsLater({ product }: { product: ShownProduct }) {
  const { ProductFacts } = serverParts
  const Later = factsIn(useLingui().i18n)
  return (
    <ServerOnly
      id="facts"
      later={
        <Suspense>
          <Later product={product} />
        </Suspense>
      }
    >
      {ProductFacts ? <ProductFacts product={product} /> : null}
    </ServerOnly>
  )
}
