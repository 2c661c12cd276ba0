import { Suspense, useEffect, useRef, useState, type ComponentType } from 'react'

import type { ShownProduct } from '#shared/product/shown-product.ts'

import { lazyPart, withMessages } from '../i18n/load-i18n.ts'
import { ServerOnly } from '../ui/server-only.tsx'
import { WhenNear } from '../ui/when-near.tsx'
import { ENGRAVING_ID } from './buy/add-to-cart.tsx'
import type { EngravingProps } from './engraving/engraving.tsx'
import { place, useSavedIn } from './lists/saved-lists.ts'
import type { StockAlertProps } from './stock-alert/stock-alert.tsx'
import type { StonePanelProps } from './stone/stone-panel.tsx'

const loadEngraving = async () => (await import('./engraving/engraving.tsx')).Engraving
const loadFacts = async () => (await import('./facts/product-facts.tsx')).ProductFacts
const loadStockAlert = async () => (await import('./stock-alert/stock-alert.tsx')).StockAlert
const loadStones = async () => (await import('./stone/stone-panel.tsx')).StonePanel

/** Only the server shows them at once. */
const Engraving = import.meta.env.SSR ? await loadEngraving() : undefined
const Facts = import.meta.env.SSR ? await loadFacts() : undefined
const StockAlert = import.meta.env.SSR ? await loadStockAlert() : undefined
const Stones = import.meta.env.SSR ? await loadStones() : undefined

export const ADD_FORM_ID = 'add-to-cart'

/** Without JavaScript, the engraving is a field of the form. Its script is loaded when the shopper opens it. */
export function LazyEngraving(props: Omit<EngravingProps, 'id' | 'form'>) {
  const parent = useRef<HTMLDivElement>(null)
  const [Part, setPart] = useState<ComponentType<EngravingProps>>()
  useEffect(() => {
    const { current } = parent
    if (!current) return undefined
    const load = () => {
      withMessages(loadEngraving(), 'product').then(
        (Loaded) => setPart(() => Loaded),
        () => undefined,
      )
    }
    const details = current.querySelector('details')
    if (!details || details.open) load()
    // The event does not bubble.
    current.addEventListener('toggle', load, true)
    return () => current.removeEventListener('toggle', load, true)
  }, [])
  const own = { ...props, id: ENGRAVING_ID, form: ADD_FORM_ID }
  if (Part) return <Part {...own} />
  return (
    <div ref={parent}>
      <ServerOnly id="engraving-field" later={<span />}>
        {Engraving ? <Engraving {...own} /> : null}
      </ServerOnly>
    </div>
  )
}

const LaterFacts = lazyPart(loadFacts, 'product')

/** The script is loaded only for a later product of the document. */
export function LazyFacts({ product }: { product: ShownProduct }) {
  return (
    <ServerOnly
      id="facts"
      later={
        <Suspense>
          <LaterFacts product={product} />
        </Suspense>
      }
    >
      {Facts ? <Facts product={product} /> : null}
    </ServerOnly>
  )
}

const LaterStockAlert = lazyPart(loadStockAlert, 'product', 'content')

export function LazyStockAlert(props: StockAlertProps) {
  return (
    <Suspense fallback={<div className="h-59" />}>
      {StockAlert ? <StockAlert {...props} /> : <LaterStockAlert {...props} />}
    </Suspense>
  )
}

const loadLaterStones = async () => withMessages(loadStones(), 'product')

/** Preserves the server's markup. The script is loaded only when the shopper scrolls near it. */
export function LazyStones(props: StonePanelProps) {
  const { product } = props
  if (product.stones.length === 0) return null
  return (
    <WhenNear load={loadLaterStones} props={props}>
      <ServerOnly
        id="stones"
        later={
          // The placeholder has the final size. On a phone, the list of stones is below the drawing and its controls.
          <div className="pt-235.5 md:pt-169 lg:pt-192.5 [&:lang(ru)]:max-md:pt-241 [&:lang(ru)]:md:max-lg:pt-180">
            {product.options.some(({ code }) => code === 'size') ? <div className="h-23.5 md:hidden" /> : null}
            {product.stones.map((_, index) => (
              <div key={index} className="h-12.75 md:hidden" />
            ))}
          </div>
        }
      >
        {Stones ? <Stones {...props} /> : null}
      </ServerOnly>
    </WhenNear>
  )
}

async function loadRecentlyViewed() {
  const { RecentlyViewed } = await withMessages(import('./on-demand/recently-viewed.tsx'), 'listing')
  return RecentlyViewed
}

/** Stores the product as viewed, and reserves space for the products that were viewed before it. */
export function LazyRecentlyViewed({ handle }: { handle: string }) {
  const hasOthers = useSavedIn('recently_viewed')?.some((other) => other !== handle) ?? false
  // Once shown, the section remains, because it later says that the list was cleared.
  const [isThere, setThere] = useState(false)
  if (hasOthers && !isThere) setThere(true)

  useEffect(() => place('recently_viewed', handle, true), [handle])

  return isThere ? (
    <WhenNear load={loadRecentlyViewed} props={{ handle }} className="min-h-103 md:min-h-130 lg:min-h-134" />
  ) : null
}
