import { CartApiError, type CartApi } from '#app/cart/cart-api.ts'
import type { After } from '#app/cart/sync/serial-queue.ts'
import { keyOfItem, lineKey } from '#shared/cart/line-key.ts'

import { createFakeBackend, type FakeBackend } from './fake-backend.ts'

/** A fault: before the shop received the call, or after it, with the response lost. */
export type Fault = 'refused' | 'lost'

export interface FakeCartShop extends Pick<FakeBackend, 'carts' | 'stock' | 'quantities'> {
  api: CartApi
  /** Every call that arrived, as `addLine variant_a 2`, with the shown price. */
  calls: string[]
  /** Delays of the next calls, in order; 0 afterwards. */
  delays: number[]
  /** Faults of the next calls, in order; none afterwards. */
  faults: (Fault | CartApiError | undefined)[]
}

/** The shop's cart API in memory, with delays and faults on demand. */
export function createFakeCartShop(after: After): FakeCartShop {
  const backend = createFakeBackend()
  const calls: string[] = []
  const delays: number[] = []
  const faults: FakeCartShop['faults'] = []
  /** A repeated write with the same order token is done once. */
  const done = new Set<string>()

  async function call<Answer>(name: string, act: () => Answer): Promise<Answer> {
    calls.push(name)
    const fault = faults.shift()
    const delay = delays.shift() ?? 0
    const wait = () => (delay > 0 ? new Promise<void>((resolve) => void after(delay, resolve)) : Promise.resolve())
    if (fault instanceof CartApiError) throw fault
    if (fault === 'refused') {
      await wait()
      throw new CartApiError(503, { message: 'The shop is resting.' })
    }
    const answer = structuredClone(act())
    await wait()
    if (fault === 'lost') throw new CartApiError(0, {})
    return answer
  }

  const keyIn = (cartId: string, lineId: string) => {
    const line = backend.carts.get(cartId)?.items.find(({ id }) => id === lineId)
    return line && keyOfItem(line)
  }

  const api: CartApi = {
    create: ({ region_id: regionId }) => call(`create ${regionId ?? ''}`.trim(), () => backend.create(regionId)),
    read: (cartId) => call('read', () => backend.read(cartId)),
    readCurrent: () => call('readCurrent', () => ({ cart: null })),
    update: (cartId, body) => call(`update ${Object.keys(body).join(' ')}`, () => backend.update(cartId, body)),
    recreate: (cartId, body) => call('recreate', () => backend.recreate(cartId, body.region_id)),
    addLine: (cartId, line, order) =>
      call(
        [
          'addLine',
          lineKey(line.variant_id, line.engraving),
          line.quantity,
          ...(line.shown_price ? [line.shown_price] : []),
        ].join(' '),
        () => {
          if (done.has(order)) return backend.read(cartId)
          done.add(order)
          return backend.addLine(cartId, line)
        },
      ),
    updateLine: (cartId, lineId, change) =>
      call(`updateLine ${keyIn(cartId, lineId)} ${change.quantity}`, () => backend.updateLine(cartId, lineId, change)),
    removeLine: (cartId, lineId) => call(`removeLine ${lineId}`, () => backend.removeLine(cartId, lineId)),
    complete: (cartId) => call('complete', () => backend.complete(cartId)),
  }
  const { carts, stock, quantities } = backend
  return { api, carts, stock, quantities, calls, delays, faults }
}
