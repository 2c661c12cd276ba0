import { withinTime } from '#server/infra/scheduling.ts'
import { createSingleFlight } from '#server/infra/single-flight.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import type { Backend } from '#server/medusa/http.ts'
import type { DaysOnTheWay } from '#shared/delivery/delivery-days.ts'
import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'

export interface DeliveryWay {
  id: string
  /** In the requested language. */
  name: string
  days: DaysOnTheWay
  /** In the region's currency and the backend's unit; null if it depends on the cart. */
  amount: number | null
  insured: boolean
}

export interface DeliveryWays {
  /** The cheapest first, without those of unknown time; none if the backend needs longer than `waitMs` (800). */
  find(locale: Locale, regionId: string, country: string, waitMs?: number): Promise<readonly DeliveryWay[]>
  /** In the backend's unit, also without a delivery time; null if unknown or if a price depends on the cart. */
  lowestAmount(locale: Locale, regionId: string, country: string): Promise<number | null>
  /** Caches options with their metadata. Returns the same options in the same order. */
  learn(locale: Locale, options: readonly ListedOption[]): NamedWay[]
  /** The order stores one name and no days. Undefined if the option is gone or the backend is late. Never throws. */
  wayOf(locale: Locale, optionId: string, place: OrderPlace): Promise<NamedWay | undefined>
}

interface OrderPlace {
  regionId: string
  country: string
  /** Replaces the default of 800 ms. */
  waitMs?: number
}

/** `days` is undefined if the operator has not set the delivery time. */
export type NamedWay = Omit<DeliveryWay, 'days'> & { days: DaysOnTheWay | undefined }

interface ListedOption {
  id: string
  name: string
  amount?: number | null
  metadata?: Record<string, unknown> | null
}

/** The metadata contains the days, and whether the option is insured. */
export const OPTION_FIELDS = '+metadata'

interface DeliveryWaysOptions {
  backend: Pick<Backend, 'store'>
  log: { error(facts: object, message: string): void }
  now?: () => number
}

interface Known {
  refreshAt: number
  /** Undefined if the backend has never responded. */
  ways: readonly DeliveryWay[] | undefined
  lowest: number | null
}

/** Without dates product pages show nothing about delivery. */
const MOST_WAIT_MS = 800
const CACHED_MS = 3_600_000
const PAUSE_AFTER_FAILURE_MS = 30_000
/** Longer delivery times are taken for a mistake. */
const MOST_DAYS = 90

export function createDeliveryWays({ backend: { store }, log, now = Date.now }: DeliveryWaysOptions): DeliveryWays {
  const known = new Map<string, Known>()
  const requests = createSingleFlight<void>()
  /** The backend lists shipping options only for a cart, so each key has an empty cart of its own. */
  const carts = new Map<string, string>()
  const named = new Map<string, NamedWay>()

  async function refresh(key: string, locale: Locale, regionId: string, country: string): Promise<void> {
    try {
      const cartId = carts.get(key)
      const fetched = cartId === undefined ? undefined : await fetchWays(locale, cartId).catch(undefinedIfGone)
      known.set(key, { refreshAt: now() + CACHED_MS, ...(fetched ?? (await fetchWays(locale, await newCart()))) })
    } catch (error) {
      log.error(
        { event: 'cart.shipping_options_failed', err: error },
        'the shipping options could not be read; the last known ones are shown',
      )
      const { ways, lowest = null } = known.get(key) ?? {}
      known.set(key, { refreshAt: now() + PAUSE_AFTER_FAILURE_MS, ways, lowest })
    }

    async function newCart(): Promise<string> {
      const { cart } = await store.cart.create({
        region_id: regionId,
        locale: LANGUAGE_TAGS[locale],
        shipping_address: { country_code: country.toLowerCase() },
      })
      carts.set(key, cart.id)
      return cart.id
    }
  }

  async function fetchWays(locale: Locale, cartId: string): Promise<Omit<Known, 'refreshAt'>> {
    const { shipping_options: options } = await store.fulfillment.listCartOptions({
      cart_id: cartId,
      fields: OPTION_FIELDS,
    })
    const cheapestFirst = options.toSorted((a, b) => (a.amount ?? 0) - (b.amount ?? 0))
    const learned = learn(locale, cheapestFirst)
    return {
      ways: learned.flatMap(({ days, ...way }) => (days ? [{ ...way, days }] : [])),
      lowest: learned.some(({ amount }) => amount === null) ? null : (learned[0]?.amount ?? null),
    }
  }

  function learn(locale: Locale, options: readonly ListedOption[]): NamedWay[] {
    const ways = options.map(({ id, name, amount, metadata }) => ({
      id,
      name,
      amount: amount ?? null,
      insured: metadata?.['insured'] === true,
      days: readDays(metadata?.['days']),
    }))
    for (const way of ways) named.set(`${locale} ${way.id}`, way)
    return ways
  }

  async function find(
    locale: Locale,
    regionId: string,
    country: string,
    waitMs = MOST_WAIT_MS,
  ): Promise<readonly DeliveryWay[]> {
    const key = `${locale} ${regionId} ${country}`
    const earlier = known.get(key)
    if (earlier && now() < earlier.refreshAt) return earlier.ways ?? []
    const request = requests.run(key, () => refresh(key, locale, regionId, country))
    if (earlier?.ways) return earlier.ways
    await withinTime(request, waitMs)
    return known.get(key)?.ways ?? []
  }

  return {
    find,
    async lowestAmount(locale, regionId, country) {
      await find(locale, regionId, country)
      return known.get(`${locale} ${regionId} ${country}`)?.lowest ?? null
    },
    learn,
    async wayOf(locale, optionId, { regionId, country, waitMs }) {
      const key = `${locale} ${optionId}`
      if (!named.has(key)) await find(locale, regionId, country, waitMs)
      return named.get(key)
    },
  }
}

function undefinedIfGone(error: unknown): undefined {
  if (!(error instanceof BackendError) || error.status !== 404) throw error
}

/** `{"days": {"from": 5, "to": 8}}` */
function readDays(written: unknown): DaysOnTheWay | undefined {
  const { from, to } = (written ?? {}) as Partial<Record<'from' | 'to', unknown>>
  const [least, most] = [Number(from), Number(to ?? from)]
  const isValid = Number.isInteger(least) && Number.isInteger(most) && least >= 0 && most >= least && most <= MOST_DAYS
  return isValid ? { from: least, to: most } : undefined
}
