import { withinTime } from '#server/infra/concurrency.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import type { Backend } from '#server/medusa/http.ts'
import type { DaysOnTheWay } from '#shared/delivery/delivery-days.ts'
import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'

/** A way in which products reach a country. */
export interface DeliveryWay {
  id: string
  /** In the language asked for. */
  name: string
  days: DaysOnTheWay
  /** In the region's currency, as the backend counts; null where it depends on the cart. */
  amount: number | null
}

/** What the shop delivers by, outside of a cart. */
export interface DeliveryWays {
  /**
   * @param country ISO 3166, upper case, of the region
   * @returns the cheapest first; those of which the operator has not said how long they take are left out. None if
   * the backend has not told them within `waitMs` (800): who waits rather sees no date than an error. The answer is
   * kept for the next call.
   */
  find(locale: Locale, regionId: string, country: string, waitMs?: number): Promise<readonly DeliveryWay[]>
  /**
   * What the cheapest way costs, also where the operator has not said how long it takes.
   * @returns as the backend counts; null where a price depends on the cart, or the backend does not tell in time
   */
  lowestAmount(locale: Locale, regionId: string, country: string): Promise<number | null>
  /**
   * Keeps what the backend has just told for a shopper's cart in this language.
   * @param options with their metadata, where the days are written
   * @returns the same options as ways of delivery, in the same order
   */
  learn(locale: Locale, options: readonly ListedOption[]): NamedWay[]
  /**
   * The name of an order's way of delivery in a language that it was not placed in, and its days: an order keeps one
   * name only, and no days.
   * @param place of the order, as in `find`
   * @returns undefined if the shop has no such way any more, or the backend does not tell in time. Never throws.
   */
  wayOf(locale: Locale, optionId: string, place: OrderPlace): Promise<NamedWay | undefined>
}

interface OrderPlace {
  regionId: string
  country: string
  /** In place of the 800 ms. */
  waitMs?: number | undefined
}

/** A way of delivery. Its days are undefined where the operator has not said how long it takes. */
export type NamedWay = Omit<DeliveryWay, 'days'> & { days: DaysOnTheWay | undefined }

interface ListedOption {
  id: string
  name: string
  amount?: number | null
  metadata?: Record<string, unknown> | null
}

/** What a call for shipping options asks for beyond the backend's defaults: the days stand in the metadata. */
export const OPTION_FIELDS = '+metadata'

interface DeliveryWaysOptions {
  backend: Pick<Backend, 'store'>
  log: { error(facts: object, message: string): void }
  now?: () => number
}

interface Known {
  askAgainAt: number
  /** Undefined where the backend has never told. */
  ways: readonly DeliveryWay[] | undefined
  lowest: number | null
}

/** A product page asks for dates; without them it says nothing about delivery. */
const MOST_WAIT_MS = 800
const CACHED_MS = 3_600_000
const PAUSE_AFTER_FAILURE_MS = 30_000
/** A parcel that takes longer is no promise. */
const MOST_DAYS = 90

export function createDeliveryWays({ backend: { store }, log, now = Date.now }: DeliveryWaysOptions): DeliveryWays {
  const known = new Map<string, Known>()
  const asking = new Map<string, Promise<void>>()
  /** The backend tells of ways of delivery for a cart alone: so there is one for each country, which no one fills. */
  const carts = new Map<string, string>()
  const named = new Map<string, NamedWay>()

  async function ask(key: string, locale: Locale, regionId: string, country: string): Promise<void> {
    try {
      const cartId = carts.get(key)
      const fetched = cartId === undefined ? undefined : await fetchWays(locale, cartId).catch(undefinedWhereGone)
      known.set(key, { askAgainAt: now() + CACHED_MS, ...(fetched ?? (await fetchWays(locale, await newCart()))) })
    } catch (error) {
      log.error({ err: error }, 'The ways of delivery could not be read')
      const { ways, lowest = null } = known.get(key) ?? {}
      known.set(key, { askAgainAt: now() + PAUSE_AFTER_FAILURE_MS, ways, lowest })
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

  async function fetchWays(locale: Locale, cartId: string): Promise<Omit<Known, 'askAgainAt'>> {
    const { shipping_options: options } = await store.fulfillment.listCartOptions({
      cart_id: cartId,
      fields: OPTION_FIELDS,
    })
    const cheapestFirst = options.toSorted((one, other) => (one.amount ?? 0) - (other.amount ?? 0))
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
    if (earlier && now() < earlier.askAgainAt) return earlier.ways ?? []
    const answer = asking.get(key) ?? ask(key, locale, regionId, country).finally(() => asking.delete(key))
    asking.set(key, answer)
    if (earlier?.ways) return earlier.ways
    await withinTime(answer, waitMs)
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

function undefinedWhereGone(error: unknown): undefined {
  if (!(error instanceof BackendError) || error.status !== 404) throw error
}

/** As the operator writes them into a shipping option's metadata: `{"days": {"from": 5, "to": 8}}`. */
function readDays(written: unknown): DaysOnTheWay | undefined {
  const { from, to } = (written ?? {}) as Partial<Record<'from' | 'to', unknown>>
  const [least, most] = [Number(from), Number(to ?? from)]
  const isSense = Number.isInteger(least) && Number.isInteger(most) && least >= 0 && most >= least && most <= MOST_DAYS
  return isSense ? { from: least, to: most } : undefined
}
