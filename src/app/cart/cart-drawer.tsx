import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, type ComponentType } from 'react'

import { importAgain, addMessages } from '../i18n/load-i18n.ts'
import { useLocalePath } from '../routing/page-context.tsx'
import { Button } from '../ui/button.tsx'
import { Drawer } from '../ui/overlays/drawer.tsx'
import { useCart, useCartStore } from './use-cart.ts'

interface CartParts {
  CartContents: ComponentType
  CartMessages: ComponentType<{ isFloating?: boolean }>
}

export async function loadCartParts(): Promise<CartParts> {
  const [{ CartContents }, { CartMessages }] = await Promise.all([
    importAgain(() => import('./parts/cart-contents.tsx')),
    importAgain(() => import('./notices/cart-messages.tsx')),
    addMessages('cart'),
  ])
  return { CartContents, CartMessages }
}

export function CartDrawer() {
  const { t } = useLingui()
  const { isOpen, messages } = useCart()
  const { close } = useCartStore()
  const [parts, setParts] = useState<CartParts>()
  const [isMissing, setMissing] = useState(false)

  useEffect(() => {
    if (parts || (!isOpen && messages.length === 0)) return undefined
    const load = () => void loadCartParts().then(setParts, () => setMissing(true))
    load()
    // After a failed load, this tries again when the drawer opens, a message arrives or the `online` event fires.
    addEventListener('online', load)
    return () => removeEventListener('online', load)
  }, [parts, isOpen, messages])

  async function retry(): Promise<boolean> {
    const loaded = await loadCartParts().catch(() => undefined)
    setParts(loaded)
    return loaded !== undefined
  }

  const notices = parts && messages.length > 0 ? <parts.CartMessages isFloating={!isOpen} /> : null
  return (
    <>
      <Drawer title={t`Cart`} isOpen={isOpen} onClose={close} className="w-[90vw] md:w-137.5">
        {isOpen ? <div aria-live="polite">{notices}</div> : null}
        {isOpen && parts ? (
          <parts.CartContents />
        ) : isOpen && isMissing ? (
          <MissingCart onRetry={retry} />
        ) : (
          <div className="grow" aria-busy />
        )}
      </Drawer>
      {isOpen ? null : <div aria-live="polite">{notices}</div>}
    </>
  )
}

function MissingCart({ onRetry }: { onRetry: () => Promise<boolean> }) {
  const to = useLocalePath()
  const [isBusy, setBusy] = useState(false)
  const page = to('/cart')

  async function retry() {
    setBusy(true)
    // If the browser is online, the server probably no longer serves this build. The cart page loads the current build.
    if (!(await onRetry()) && navigator.onLine) location.assign(page)
    setBusy(false)
  }

  return (
    <div className="flex grow flex-col items-center justify-center gap-5 px-6 py-10 text-center">
      <p role="alert">
        <Trans>
          We couldn’t load your cart. Please check your connection and try again, then make sure the last item you added
          is there.
        </Trans>
      </p>
      <Button look="outline" busy={isBusy} onClick={() => void retry()}>
        <Trans>Try again</Trans>
      </Button>
      <a href={page} className="quiet-link">
        <Trans>Cart</Trans>
      </a>
    </div>
  )
}
