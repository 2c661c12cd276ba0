import { useEffect, useRef, useState } from 'react'

import type { Address, Cart, ShippingOptionList } from '#shared/cart/cart.ts'
import type { AddressForms } from '#shared/checkout/checkout-steps.ts'

import { afterInBrowser } from '../../ui/timers.ts'
import { findAddressesProblems, isSameAddress, toAddresses } from '../address/details.ts'
import type { StepData } from '../load-step.ts'
import type { Checkout } from '../use-checkout.ts'

/** A country that is typed into its select passes through others, so a change is saved only after a pause. */
const PAUSE_MS = 300

type Options = ShippingOptionList['shipping_options']

export type Delivery = ReturnType<typeof useDelivery>

interface DeliveryInput {
  cart: Cart
  data: StepData
  checkout: Checkout
  forms: AddressForms
}

/**
 * Saves in the background, because the backend knows the delivery methods and the tax of a cart only by its address. A
 * refusal is not shown: the form is sent again, with all its fields.
 */
export function useDelivery({ cart, data, checkout, forms }: DeliveryInput) {
  const [loaded, setLoaded] = useState<{ of: StepData; options: Options } | null>(null)
  const [pending, setPending] = useState(0)
  const [notice, setNotice] = useState<string | null>(null)
  const saved = useRef(cart.shipping_address ?? {})
  /** The last save, with the options of its address; undefined if there was none or it failed. */
  const saving = useRef<Promise<Options | undefined>>(Promise.resolve(undefined))
  const options = loaded?.of === data ? loaded.options : data.checkout.shippingOptions
  const cancel = useRef(() => {})
  useEffect(() => () => cancel.current(), [])

  async function save(form: FormData): Promise<Options | undefined> {
    const before = saved.current
    const addresses = toAddresses(form)
    const address = addresses.shipping_address
    saved.current = address
    setPending((count) => count + 1)
    try {
      const answer = await checkout.saveQuietly((api, cartId) => api.update(cartId, addresses))
      if (answer.notice) setNotice(answer.notice)
      const { shipping_options: found } = await checkout.readQuietly((api, cartId) => api.shippingOptions(cartId))
      if (saved.current === address) setLoaded({ of: data, options: found })
      return found
    } catch {
      if (saved.current === address) saved.current = before
      return undefined
    } finally {
      setPending((count) => count - 1)
    }
  }

  function saveIfNeeded(form: FormData): void {
    const { shipping_address: address } = toAddresses(form)
    const isComplete =
      forms[address.country_code ?? ''] !== undefined &&
      !Object.keys(findAddressesProblems(form, forms)).some((field) => field.startsWith('shipping_address.'))
    if (hasMoved(address) || (isComplete && !isSameAddress(address, saved.current))) saving.current = save(form)
  }

  function hasMoved({ country_code: country }: Address): boolean {
    return Boolean(country) && country !== (saved.current.country_code ?? '').toUpperCase()
  }

  return {
    options,
    isLoading: pending > 0,
    /** A message about the saved address, for example that prices are in another currency now. */
    notice,
    /** Call after each edit: saves the delivery address once its country has changed or it is complete. */
    follow(form: FormData) {
      cancel.current()
      cancel.current = afterInBrowser(PAUSE_MS, () => saveIfNeeded(form))
    },
    /** Call when the form is sent, to save a new country at once. @returns the options of the saved address */
    async settle(form: FormData) {
      cancel.current()
      if (hasMoved(toAddresses(form).shipping_address)) saving.current = save(form)
      return (await saving.current) ?? options
    },
    /** Saves the selected option, so that the total includes it. */
    choose(optionId: string) {
      checkout.saveQuietly((api, cartId) => api.addShippingMethod(cartId, optionId)).catch(() => undefined)
    },
  }
}
