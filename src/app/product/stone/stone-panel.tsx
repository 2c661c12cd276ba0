import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import { productPath } from '#shared/page/page-paths.ts'
import type { ShownProduct } from '#shared/product/shown-product.ts'
import { choiceQuery, type Choice } from '#shared/product/variant-choice.ts'

import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { Section } from '../../ui/section.tsx'
import { CARD_MM, useCardPx } from '../own-screen.ts'
import { CoinDrawing } from './coin-drawing.tsx'
import { LookControls, SKINS } from './look-controls.tsx'
import { isSmall } from './piece.tsx'
import { coinFor, StoneSize, useCutLabels, useDrawingLabel, useStoneLabels } from './stone-size.tsx'
import { useLook } from './use-look.ts'
import { VIEWS, Worn } from './worn.tsx'

export interface StonePanelProps {
  product: ShownProduct
  choice: Choice
}

/** The piece on a body, beside a coin, in the choices of the page. The shopper chooses skin tone and finger size. */
export function StonePanel({ product, choice }: StonePanelProps) {
  const { stones, material } = product
  const { t } = useLingui()
  const { locale, currency } = usePage()
  const to = useLocalePath()
  const cutLabels = useCutLabels()
  const { millimetres } = useStoneLabels()
  const cardPx = useCardPx()
  const { part, kind, drawn } = placeOf(product)
  const { look, pick } = useLook(choice['size'])
  const coin = coinFor(locale, currency)
  const label = useDrawingLabel(drawn, coin)
  const scale = cardPx ? cardPx / CARD_MM : VIEWS[part].scale
  const across = millimetres(coin.diameter)
  const titles = {
    hand: t`On the hand, to scale`,
    wrist: t`On the wrist, to scale`,
    ear: t`On the ear, to scale`,
    neck: t`On the neck, to scale`,
  }
  return (
    <div id={WORN_ID} className="scroll-mt-20">
      <Section title={titles[part]}>
        <div className="grid gap-x-16 gap-y-8 md:grid-cols-2 md:items-center">
          <figure className="min-w-0">
            <div
              role="img"
              aria-label={label}
              className={`relative -mx-5 flex h-105 items-center justify-center overflow-hidden bg-frame md:mx-0 md:rounded-sm lg:h-130 ${SKINS[look.skin - 1]}`}
            >
              <Worn
                {...{ part, kind, scale }}
                stones={drawn}
                metal={choice['metal']}
                diameter={look.size.diameter}
                length={lengthOf(product, choice) ?? USUAL_LENGTHS[part]}
              />
              <svg
                viewBox={`-0.2 -0.2 ${coin.diameter + 0.4} ${coin.diameter + 0.4}`}
                width={(coin.diameter + 0.4) * scale}
                fill="none"
                className={`absolute ${COIN_PLACES[part]}`}
              >
                <g data-theme="light">
                  <CoinDrawing coin={coin} />
                </g>
              </svg>
            </div>
            <figcaption className="mt-3 text-sm text-quiet">
              {cardPx ? (
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
            <LookControls
              {...{ look, pick }}
              hasFinger={part === 'hand'}
              page={to(productPath(product.handle)) + choiceQuery(product, choice)}
              id={WORN_ID}
            />
            <dl className="ruled mt-8 border-y border-line">
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
    </div>
  )
}

const WORN_ID = 'worn'

/** Where it covers least of the drawing. */
const COIN_PLACES = { hand: 'top-4 left-4', wrist: 'bottom-4 left-4', ear: 'right-4 bottom-4', neck: 'bottom-4 left-4' }

/** In mm, of products that have one length. */
const USUAL_LENGTHS = { hand: 0, ear: 0, wrist: 180, neck: 450 }

const PARTS: Record<string, keyof typeof VIEWS> = {
  rings: 'hand',
  bracelets: 'wrist',
  earrings: 'ear',
  necklaces: 'neck',
}

/** Of a set, only the first piece is drawn. */
function placeOf({ categories, options, stones }: ShownProduct) {
  const child = categories.find(({ parent }) => parent !== null)
  const top = child?.parent ?? categories[0]?.handle ?? ''
  const own = PARTS[top]
  return {
    kind: child?.handle ?? top,
    part: own ?? (options.some(({ code }) => code === 'size') ? 'hand' : 'neck'),
    drawn: own ? stones : stones.filter((stone, index) => index === 0 || isSmall(stone)),
  }
}

/** In mm. Of several lengths, the usual is in the middle. */
function lengthOf({ options }: ShownProduct, choice: Choice): number | undefined {
  const values = options.find(({ code }) => code === 'length')?.values ?? []
  const middle = values[Math.floor((values.length - 1) / 2)]?.code
  return Number.parseInt(choice['length'] ?? middle ?? '', 10) * 10 || undefined
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3">
      <dt className="text-quiet">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}
