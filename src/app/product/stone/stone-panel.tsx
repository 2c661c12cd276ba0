import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import type { ShownProduct } from '#shared/product/shown-product.ts'

import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { Section } from '../../ui/section.tsx'
import { useCardPx } from '../own-screen.ts'
import { StoneDrawing } from './stone-drawing.tsx'
import { coinFor, StoneSize, useCutLabels, useStoneLabels } from './stone-size.tsx'

export function StonePanel({ product: { stones, material } }: { product: ShownProduct }) {
  const { t } = useLingui()
  const { locale, currency } = usePage()
  const to = useLocalePath()
  const cutLabels = useCutLabels()
  const { millimetres } = useStoneLabels()
  const isLifeSize = useCardPx() !== undefined
  if (stones.length === 0) return null
  const coin = coinFor(locale, currency)
  const across = millimetres(coin.diameter)
  const isOne = stones.length === 1 && stones[0]?.count === 1
  return (
    <Section title={isOne ? t`The stone, to scale` : t`The stones, to scale`}>
      <div className="grid gap-x-16 gap-y-8 md:grid-cols-2 md:items-center">
        <figure>
          <div className="-mx-5 flex h-60 items-center justify-center overflow-hidden bg-frame md:mx-0 md:rounded-sm">
            <StoneDrawing stones={stones} coin={coin} />
          </div>
          <figcaption className="mt-3 text-sm text-quiet">
            {isLifeSize ? (
              <Trans>Life-size on the screen you measured. The coin is {across} across.</Trans>
            ) : (
              <>
                <Trans>To scale, not life-size. The coin is {across} across.</Trans>{' '}
                <a href={to('/ring-size')} className="quiet-link inline-block py-0.5 text-ink">
                  <Trans>Measure your screen to see it life-size</Trans>
                </a>
              </>
            )}
          </figcaption>
        </figure>
        <div>
          <dl className="ruled border-y border-line">
            {stones.map((stone, index) => (
              <Fact key={index} name={cutLabels[stone.cut]}>
                <StoneSize stone={stone} />
              </Fact>
            ))}
            {material ? <Fact name={t`Metal`}>{material}</Fact> : null}
          </dl>
          <a
            href={to('/blogs/moissanite-and-diamond')}
            className="quiet-link mt-4 inline-flex min-h-11 items-center text-sm font-medium"
          >
            <Trans>Why we use millimetres, not carats</Trans>
          </a>
        </div>
      </div>
    </Section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3">
      <dt className="text-quiet">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}
