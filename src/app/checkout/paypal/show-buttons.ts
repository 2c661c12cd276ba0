import type { Funding } from '#shared/cart/cart.ts'

import type { PayPalSdk } from './paypal-sdk.ts'

/** Removes the button when `signal` is aborted. Never throws. @returns whether the button is visible */
export async function showButtons(options: {
  sdk: PayPalSdk
  container: HTMLElement
  /** Returns the id of the PayPal order that the shopper approves. */
  startOrder: (funding: Funding) => Promise<string>
  onApproved: () => void
  onCancelled: () => void
  /** Called if the button cannot be shown, or fails later. */
  onFailed: () => void
  signal: AbortSignal
}): Promise<boolean> {
  const { sdk, container, startOrder, onApproved, onCancelled, onFailed, signal } = options
  const buttons = sdk.Buttons?.({
    // The order is created for a PayPal account. Only this button of PayPal's script can pay with one.
    fundingSource: 'paypal',
    style: { layout: 'vertical', shape: 'rect', height: 48, label: 'paypal' },
    createOrder: () => startOrder('paypal'),
    onApprove: () => Promise.resolve(onApproved()),
    onCancel: onCancelled,
    onError: fail,
  })
  if (!buttons?.isEligible()) {
    onFailed()
    return false
  }
  try {
    await buttons.render(container)
  } catch (error) {
    if (!signal.aborted) fail(error)
    return false
  }
  signal.addEventListener('abort', () => void buttons.close())
  return true

  function fail(error: unknown): void {
    console.error('PayPal’s button failed:', error)
    onFailed()
  }
}
