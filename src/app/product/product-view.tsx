import { Trans, useLingui, Plural } from '@lingui/react/macro'
import { useRef, useState, type ReactNode, useEffect, type ComponentProps } from 'react'
import { useLocation } from 'react-router'

import { hintPath } from '#shared/newsletter/hint-path.ts'
import { categoryPath, productPath } from '#shared/page/page-paths.ts'
import { filmOf } from '#shared/product/read-films.ts'
import type { ShownProduct } from '#shared/product/shown-product.ts'
import { ASK, isSoldOut, imagesOf, missingOption, priceOf } from '#shared/product/variant-choice.ts'

import { AskLink } from '../contact/ask-link.tsx'
import { DeliveryLine } from '../delivery/delivery-line.tsx'
import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { HeartIcon } from '../ui/icons.tsx'
import { whenIdle } from '../ui/when-idle.ts'
import { AddToCart } from './buy/add-to-cart.tsx'
import { ChoiceForm, ChooseOption } from './buy/choice-form.tsx'
import { PayPalButton } from './buy/paypal-button.tsx'
import { StockLine } from './buy/stock-line.tsx'
import { Gallery, NoImages } from './gallery.tsx'
import { ADD_FORM_ID, LazyEngraving, LazyFacts, LazyStockAlert, LazyStones } from './lazy-parts.tsx'
import { CompareStatus, CompareToggle, HeartButton } from './lists/list-buttons.tsx'
import type { BuyBar } from './on-demand/buy-bar.tsx'
import { Price } from './price.tsx'
import { useVariantChoice } from './use-variant-choice.ts'

export function ProductView({ product, children }: { product: ShownProduct; children: ReactNode }) {
  const to = useLocalePath()
  const { t } = useLingui()
  const { variant, choice, choose } = useVariantChoice(product)
  const { search } = useLocation()
  const [asked, setAsked] = useState(() => new URLSearchParams(search).get(ASK) ?? undefined)
  const button = useRef<HTMLDivElement>(null)
  const shownImages = imagesOf(product, variant)
  const forSale = variant?.calculated_price ? variant : undefined
  const priced = priceOf(product, choice)
  const isGone = forSale !== undefined && isSoldOut(forSale)
  // A size is needed also if every size of a metal is sold out: for the email when it is back.
  const missing = forSale ? missingOption(product, choice) : undefined
  return (
    <>
      <div className="md:page-width">
        <div className="px-5 py-3 md:px-0 md:py-6">
          <Breadcrumbs label={t`Breadcrumbs`} crumbs={useCrumbs(product)} current={product.title} />
        </div>
        <div className="gap-y-7 md:grid md:grid-cols-2 md:grid-rows-[auto_1fr] md:gap-x-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-x-16">
          <div className="lg:row-span-2">
            {shownImages.length > 0 ? (
              <Gallery
                title={product.title}
                images={shownImages}
                film={filmOf(product, choice['metal'])}
                models={product.model}
                choice={choice}
              />
            ) : (
              <NoImages title={product.title} />
            )}
          </div>
          <div className="group/buy flex flex-col gap-7 px-5 pt-8 md:px-0 md:pt-2 md:max-lg:row-span-2">
            <div>
              <h1 className="display text-3xl lg:text-4xl">{product.title}</h1>
              {product.subtitle ? <p className="mt-2 text-quiet">{product.subtitle}</p> : null}
              {priced ? (
                <div className="mt-5" aria-live="polite">
                  <Price {...priced} size="page" />
                  {priced.price.tax_inclusive ? (
                    <p className="mt-1 text-sm text-quiet">
                      <Trans>VAT included</Trans>
                    </p>
                  ) : null}
                </div>
              ) : null}
            </div>
            {variant ? (
              <ChoiceForm
                product={product}
                choice={choice}
                asked={asked}
                action={to(productPath(product.handle))}
                onChoose={choose}
              />
            ) : null}
            {forSale ? (
              <div ref={button} className="flex flex-col gap-4">
                {product.engraving === null || missing || isGone ? null : (
                  <LazyEngraving most={product.engraving} metal={choice['metal']} />
                )}
                {missing && !isGone ? null : <StockLine variant={forSale} />}
                {missing ? (
                  <ChooseOption option={missing} onAsk={setAsked} />
                ) : isGone ? (
                  <LazyStockAlert
                    key={forSale.id}
                    handle={product.handle}
                    variantId={forSale.id}
                    className="group-has-[[data-other]:checked]/buy:hidden"
                  />
                ) : (
                  <AddToCart id={ADD_FORM_ID} product={product} variant={forSale}>
                    <PayPalButton currency={forSale.calculated_price?.currency_code} />
                  </AddToCart>
                )}
              </div>
            ) : null}
            <div className="-mt-3 flex flex-wrap items-center justify-center gap-x-6 text-sm font-medium">
              {forSale ? (
                <a
                  href={to(hintPath(product.handle, forSale.id, !missing))}
                  data-popup="letters"
                  className="quiet-link inline-flex min-h-11 items-center"
                >
                  <Trans>Drop a hint</Trans>
                </a>
              ) : null}
              <HeartButton
                handle={product.handle}
                title={product.title}
                className="inline-flex min-h-11 gap-2 hover:text-gold"
              >
                <HeartIcon className="size-5 group-aria-pressed/heart:fill-current" />
                <Trans>Wish list</Trans>
              </HeartButton>
              <CompareToggle handle={product.handle} title={product.title} />
              <CompareStatus />
            </div>
            {forSale ? <BuyingTerms isSold={isGone} leadDays={missing ? 0 : forSale.lead_days} /> : null}
            {forSale && !isGone ? null : (
              <Alternatives isGone={!forSale || product.variants.every(isSoldOut)} isAsking={missing !== undefined} />
            )}
            <AskLink product={product.handle} className="-mt-5 self-start text-sm">
              <Trans>Ask about this piece</Trans>
            </AskLink>
          </div>
          <div className="mt-7 px-5 md:mt-0 md:px-0 md:max-lg:col-start-1">
            <LazyFacts product={product} />
          </div>
        </div>
      </div>
      <LazyStones key={product.handle} product={product} choice={choice} />
      {children}
      {forSale && !isGone ? (
        <BuyBarLater {...{ product, choice, missing, button }} variant={forSale} onAsk={setAsked} />
      ) : null}
    </>
  )
}

function useCrumbs({ categories }: ShownProduct) {
  const to = useLocalePath()
  const { t } = useLingui()
  const child = categories.find(({ parent }) => parent !== null)
  const top = categories.find(({ handle, parent }) => parent === null && (!child || handle === child.parent))
  return [
    { label: t`Shop`, href: to('/shop') },
    ...(top ? [{ label: top.name, href: to(categoryPath(top.handle)) }] : []),
    ...(top && child ? [{ label: child.name, href: to(categoryPath(top.handle, child.handle)) }] : []),
  ]
}

/** On most phones, the page's own button is out of sight from the start. */
function BuyBarLater(props: ComponentProps<typeof BuyBar>) {
  const { button } = props
  const [Bar, setBar] = useState<typeof BuyBar>()
  useEffect(() => {
    const { current } = button
    if (!current) return undefined
    const load = async () => {
      const module = await import('./on-demand/buy-bar.tsx').catch(() => undefined)
      setBar(() => module?.BuyBar)
    }
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.every(({ isIntersecting }) => isIntersecting)) return
        watcher.disconnect()
        whenIdle(() => void load())
      },
      // A sheet may cover the lower half.
      { rootMargin: '0px 0px -50%' },
    )
    const narrow = matchMedia('(width < 48rem)')
    const watch = () => (narrow.matches ? watcher.observe(current) : watcher.disconnect())
    watch()
    narrow.addEventListener('change', watch)
    return () => {
      narrow.removeEventListener('change', watch)
      watcher.disconnect()
    }
  }, [button])
  return Bar ? <Bar {...props} /> : null
}

/** @param props.isSold true if the product is sold out and therefore has no delivery date */
function BuyingTerms({ isSold, leadDays }: { isSold: boolean; leadDays: number | undefined }) {
  const to = useLocalePath()
  const { returnDays } = usePage()
  return (
    <div className="border-t border-line pt-3 text-sm leading-6 text-quiet">
      {isSold ? null : <DeliveryLine leadDays={leadDays} />}
      <p>
        <Plural value={returnDays} one="Return it unworn within # day." other="Return it unworn within # days." />{' '}
        <a href={to('/policies/return-policy')} className="quiet-link">
          <Trans>How returns work</Trans>
        </a>
      </p>
    </div>
  )
}

/** @param props.isAsking whether the shopper has to choose a size to be told when it is back */
function Alternatives({ isGone, isAsking }: { isGone: boolean; isAsking: boolean }) {
  return (
    <p className="text-sm text-quiet">
      {isGone ? <Trans>This piece isn’t available at the moment.</Trans> : null}{' '}
      {isAsking ? <Trans>Choose your size, and we’ll tell you when it’s back.</Trans> : null}{' '}
      <a href="#similar" className="quiet-link inline-block py-1 text-ink">
        <Trans>See similar pieces</Trans>
      </a>
    </p>
  )
}
