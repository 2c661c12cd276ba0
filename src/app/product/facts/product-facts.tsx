import { Trans, useLingui } from '@lingui/react/macro'

import type { ShownProduct } from '#shared/product/shown-product.ts'

import { useLocalePath } from '../../routing/page-context.tsx'
import { Accordion } from '../../ui/accordion.tsx'

export function ProductFacts({ product }: { product: ShownProduct }) {
  const { t } = useLingui()
  const to = useLocalePath()
  return (
    <div className="border-t border-line">
      {product.description || product.material ? (
        <Accordion title={t`Details`} open>
          {product.description ? <p>{product.description}</p> : null}
          {product.material ? (
            <p className="mt-3">
              <Trans>Material: {product.material}</Trans>
            </p>
          ) : null}
        </Accordion>
      ) : null}
      <Accordion title={t`Materials and care`}>
        {product.materials ? (
          <dl className="mb-4 flex flex-col gap-3">
            {product.materials.map(({ title, text }) => (
              <div key={title}>
                <dt className="font-medium text-ink">{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        <Trans>
          Wash it in warm water with a drop of mild soap, brush gently behind the stone and dry it with a soft cloth.
          Take it off for the pool and the gym, and keep each piece in its own pouch.
        </Trans>{' '}
        <a
          href={to('/blogs/caring-for-your-pieces')}
          data-popup="care"
          className="quiet-link inline-block py-0.5 text-ink"
        >
          <Trans>All about care</Trans>
        </a>
      </Accordion>
      <Accordion title={t`Delivery and returns`}>
        <Trans>
          Delivery methods and prices are shown at checkout, before you pay. Each piece comes in a gift box. Not the
          one? Return it unworn, in its box.
        </Trans>
      </Accordion>
    </div>
  )
}
