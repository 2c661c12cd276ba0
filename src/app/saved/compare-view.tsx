import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, type ReactNode } from 'react'
import { useNavigate } from 'react-router'

import { productPath } from '#shared/page/page-paths.ts'
import { productsPath } from '#shared/product/products-query.ts'

import { place, useSavedIn } from '../product/lists/saved-lists.ts'
import { Price } from '../product/price.tsx'
import { useCutLabels, StoneSize } from '../product/stone/stone-size.tsx'
import { useLocalePath } from '../routing/page-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ResponsiveImage } from '../ui/image.tsx'
import { Notice } from '../ui/notice.tsx'
import { ListFrame } from './list-frame.tsx'
import type { ComparedData, ComparedProduct } from './load-compared.ts'

/** The products in the URL, or else those selected on this device. */
export function CompareView({ data: { products, left, gone } }: { data: ComparedData }) {
  const { t } = useLingui()
  const to = useLocalePath()
  const navigate = useNavigate()
  const saved = useSavedIn('compared')
  const others = (saved ?? []).filter((handle) => !gone.includes(handle))
  const own = products.length === 0 && others.length > 0 ? productsPath('/compare', others.toReversed()) : ''
  // A visitor who followed a link first needs to read which of its products are unavailable.
  const isOpened = own !== '' && gone.length === 0

  useEffect(() => {
    if (isOpened) void navigate(to(own), { replace: true })
  }, [isOpened, own, navigate, to])

  // Products that are no longer sold must not use any of the four columns.
  useEffect(() => {
    for (const handle of gone) place('compared', handle, false)
  }, [gone])

  return (
    <ListFrame
      title={t`Compare pieces`}
      head={
        left > 0 || gone.length > 0 ? (
          <div className="mt-6 grid max-w-words gap-2">
            {left > 0 ? <Notice>{t`You can compare up to four pieces. Here are the first four.`}</Notice> : null}
            {gone.length > 0 ? (
              <Notice>
                <Plural
                  value={gone.length}
                  one="# piece is no longer available."
                  other="# pieces are no longer available."
                />
              </Notice>
            ) : null}
          </div>
        ) : null
      }
    >
      {products.length > 0 ? (
        <CompareTable products={products} />
      ) : (
        <div className="min-h-96">
          <div className={saved === undefined || isOpened ? 'hidden no-script:block' : ''}>
            {own ? (
              <EmptyState
                title={t`None of these pieces are available any more`}
                text={t`The pieces you picked yourself are still saved on this device.`}
              >
                <ButtonLink href={to(own)}>
                  <Trans>Your comparison</Trans>
                </ButtonLink>
              </EmptyState>
            ) : (
              <EmptyState
                title={t`Nothing to compare yet`}
                text={t`Tick “Compare” on a product page or in your wish list to see up to four pieces side by side.`}
              >
                <ButtonLink href={to('/shop/viewAll')}>
                  <Trans>Shop all</Trans>
                </ButtonLink>
              </EmptyState>
            )}
          </div>
        </div>
      )}
    </ListFrame>
  )
}

/** On phones, the heading of a row remains visible while the row scrolls. */
const HEADER =
  'sticky left-0 z-10 bg-paper py-4 pr-4 pl-5 text-left align-top text-sm font-medium text-quiet md:w-40 md:pl-0'

function CompareTable({ products }: { products: readonly ComparedProduct[] }) {
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
          cuts.map((cut) => cutLabels[cut]).join(', ') || <Trans>No stones</Trans>
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
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes it scrollable by keyboard
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
                  <a href={to(productPath(handle))} className="display mt-3 block text-xl hover:text-gold">
                    {title}
                  </a>
                  <a
                    href={to(without(handle))}
                    onClick={() => place('compared', handle, false)}
                    aria-label={t`Remove: ${title}`}
                    className="quiet-link mt-1 inline-flex min-h-11 items-center text-sm"
                  >
                    <Trans>Remove</Trans>
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

function NotGiven() {
  const { t } = useLingui()
  return (
    <>
      <span aria-hidden>—</span>
      <span className="sr-only">{t({ message: 'None', context: 'comparison' })}</span>
    </>
  )
}
