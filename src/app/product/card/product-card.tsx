import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode, SubmitEvent } from 'react'

import { productPath } from '#shared/page/page-paths.ts'
import { writeShownPrice, type ShownCard } from '#shared/product/shown-product.ts'

import { useAddToCart } from '../../cart/use-cart.ts'
import { useLocalePath } from '../../routing/page-context.tsx'
import { HeartIcon, PlusIcon } from '../../ui/icons.tsx'
import { ResponsiveImage } from '../../ui/image.tsx'
import { HeartButton } from '../lists/list-buttons.tsx'
import { MetalDot } from '../metal-dot.tsx'
import { Price } from '../price.tsx'

/** Slightly less than the real width on phones. Most images look equally sharp with half the bytes. */
const SIZES = '(min-width: 80rem) 18.5rem, (min-width: 64rem) 22vw, (min-width: 48rem) 30vw, 41vw'

/** Renders a product's name that is not plain text, for example one with highlighted words. */
export type NameOf = ((card: ShownCard) => ReactNode) | undefined

export function ProductCard({
  card,
  heading: Heading = 'h3',
  priority = false,
  nameOf,
  hasQuickAdd = true,
}: {
  card: ShownCard
  heading?: 'h2' | 'h3'
  priority?: boolean
  nameOf?: NameOf
  /** False if the page has a button of its own to add the product to the cart. */
  hasQuickAdd?: boolean
}) {
  const to = useLocalePath()
  const { t } = useLingui()
  const choice = card.shown_metal === null ? '' : `?metal=${card.shown_metal}`
  return (
    <article className="group relative grid grid-cols-1">
      <div className="relative col-start-1 row-start-1">
        {card.thumbnail ? (
          <ResponsiveImage image={{ ...card.thumbnail, alt: '' }} sizes={SIZES} priority={priority} />
        ) : (
          <span className="block aspect-square bg-frame" />
        )}
        {card.second_view ? (
          // Only for devices with hover. On other devices the image is not displayed and therefore not loaded.
          <span className="absolute inset-0 hidden opacity-0 transition-opacity duration-500 group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:hover)]:block">
            <ResponsiveImage image={{ ...card.second_view, alt: '' }} sizes={SIZES} />
          </span>
        ) : null}
        {card.film.length > 0 ? (
          <span aria-hidden data-film={card.film.join(' ')} className="pointer-events-none absolute inset-0" />
        ) : null}
        {card.in_stock ? null : (
          <span className="absolute bottom-3 left-[min(0.75rem,3.2vw)] rounded-sm bg-paper px-[min(0.625rem,3.2vw)] py-1 text-xs font-semibold">
            <Trans>Sold out</Trans>
          </span>
        )}
      </div>
      <Heading className="display mt-4 text-xl">
        <a
          href={to(productPath(card.handle) + choice)}
          className="outline-none after:absolute after:inset-0 after:outline-offset-4 focus-visible:after:outline-2 focus-visible:after:outline-ink"
        >
          {nameOf?.(card) ?? card.title}
        </a>
      </Heading>
      {card.price ? <Price price={card.price} from={card.price_varies} className="mt-1.5" /> : null}
      {card.metals.length > 0 ? (
        <ul aria-label={t`Metals`} className="col-start-1 row-start-4 mt-3 flex gap-1.5">
          {card.metals.map(({ id, code, value }) => (
            <li key={id} className="flex">
              {card.metals.length > 1 ? (
                <MetalDot code={code} name={value} />
              ) : (
                <span className="flex items-center gap-1.5 text-xs/3 text-quiet">
                  <MetalDot code={code} /> {value}
                </span>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {/* Last in the reading order, although shown on the image: the name comes before the buttons. */}
      <HeartButton
        handle={card.handle}
        title={card.title}
        className="z-10 col-start-1 row-start-1 flex size-11 self-start justify-self-end"
      >
        <HeartIcon className="size-8 rounded-full bg-paper/90 p-1.5 group-aria-pressed/heart:fill-current" />
      </HeartButton>
      {hasQuickAdd && card.quick_add_variant_id ? <QuickAdd card={card} variantId={card.quick_add_variant_id} /> : null}
    </article>
  )
}

interface QuickAddProps {
  card: ShownCard
  variantId: string
}

function QuickAdd({ card, variantId }: QuickAddProps) {
  const { t } = useLingui()
  return (
    <QuickAddForm
      card={card}
      variantId={variantId}
      className="z-10 col-start-1 row-start-4 justify-self-end md:row-start-1 md:m-2 md:self-end"
    >
      <button
        type="submit"
        aria-label={t`Add ${card.title} to cart`}
        className="image-button max-md:border max-md:border-line"
      >
        <PlusIcon className="size-5" />
      </button>
    </QuickAddForm>
  )
}

/** A form, so that it works before hydration. */
export function QuickAddForm({
  card,
  variantId,
  className = '',
  children,
}: QuickAddProps & { className?: string; children: ReactNode }) {
  const add = useAddToCart()
  const shownPrice = writeShownPrice(card.price)

  function addHere(event: SubmitEvent) {
    event.preventDefault()
    add({
      variantId,
      quantity: 1,
      title: card.title,
      handle: card.handle,
      image: card.thumbnail?.url ?? null,
      unitPrice: card.price?.calculated_amount ?? null,
      originalUnitPrice: card.price?.original_amount ?? null,
      shownPrice,
    })
  }

  return (
    <form action="/api/carts/current/line-items" method="post" onSubmit={addHere} className={className}>
      <input type="hidden" name="variant_id" value={variantId} />
      <input type="hidden" name="quantity" value="1" />
      {shownPrice ? <input type="hidden" name="shown_price" value={shownPrice} /> : null}
      {children}
    </form>
  )
}
