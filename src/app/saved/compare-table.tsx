import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import { productsPath } from '#shared/product/products-query.ts'

import { place } from '../product/lists/saved-lists.ts'
import { Price } from '../product/price.tsx'
import { useCutLabels, StoneSize } from '../product/stone/stone-size.tsx'
import { useLocalePath } from '../routing/page-context.tsx'
import { ResponsiveImage } from '../ui/image.tsx'
import type { ComparedProduct } from './load-compared.ts'

/** On phones a row scrolls with what it is about in sight. */
const HEADER =
  'sticky left-0 z-10 bg-paper py-4 pr-4 pl-5 text-left align-top text-sm font-medium text-quiet md:w-40 md:pl-0'

/** Products side by side, a column each. */
export function CompareTable({ products }: { products: readonly ComparedProduct[] }) {
  const { t } = useLingui()
  const to = useLocalePath()
  const cutLabels = useCutLabels()
  const without = (handle: string) =>
    productsPath(
      '/compare',
      products.flatMap((product) => (product.handle === handle ? [] : product.handle)),
    )
  const rows: [name: string, cell: (product: ComparedProduct) => ReactNode][] = [
    [t`Price`, ({ price, varies }) => (price ? <Price price={price} from={varies} /> : <NotGiven />)],
    [t`Availability`, ({ inStock }) => (inStock ? <Trans>In stock</Trans> : <Trans>Sold out</Trans>)],
    [t`Metal`, ({ metals }) => metals.join(', ') || <NotGiven />],
    [t`Material`, ({ material }) => material ?? <NotGiven />],
    [
      t`Stones`,
      ({ stones, cuts }) =>
        stones.length === 0 ? (
          cuts.map((cut) => cutLabels[cut]).join(', ') || <Trans>Without stones</Trans>
        ) : (
          <ul className="grid gap-2">
            {stones.map((stone, index) => (
              <li key={index}>
                {cutLabels[stone.cut]}
                <span className="block text-quiet">
                  <StoneSize stone={stone} />
                </span>
              </li>
            ))}
          </ul>
        ),
    ],
    [t`Ring sizes`, ({ sizes }) => (sizes.length > 1 ? `${sizes[0]}–${sizes.at(-1)}` : <NotGiven />)],
  ]
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard has to scroll it, too
    <div role="region" aria-label={t`Comparison`} tabIndex={0} className="relative -mx-5 overflow-x-auto md:mx-0">
      <table className="border-collapse md:w-full md:table-fixed">
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className={HEADER}>
              <span className="sr-only">{t`Piece`}</span>
            </th>
            {products.map(({ handle, title, image }) => (
              <th key={handle} scope="col" className="pr-4 pb-4 text-left align-top font-normal">
                <div className="w-40 md:w-auto">
                  {image ? (
                    <ResponsiveImage image={{ ...image, alt: '' }} sizes="(min-width: 48rem) 22vw, 10rem" />
                  ) : (
                    <span className="block aspect-square bg-frame" />
                  )}
                  <a href={to(`/shop/product/${handle}`)} className="display mt-3 block text-xl hover:text-gold">
                    {title}
                  </a>
                  <a
                    href={to(without(handle))}
                    onClick={() => place('compared', handle, false)}
                    aria-label={t`Take out: ${title}`}
                    className="quiet-link mt-1 inline-flex min-h-11 items-center text-sm"
                  >
                    <Trans>Take out</Trans>
                  </a>
                </div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, cell]) => (
            <tr key={name} className="border-b border-line">
              <th scope="row" className={HEADER}>
                {name}
              </th>
              {products.map((product) => (
                <td key={product.handle} className="py-4 pr-4 align-top text-sm">
                  {cell(product)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** In the place of what there is nothing to say of. */
function NotGiven() {
  const { t } = useLingui()
  return (
    <>
      <span aria-hidden>—</span>
      <span className="sr-only">{t({ message: 'None', context: 'comparison' })}</span>
    </>
  )
}
