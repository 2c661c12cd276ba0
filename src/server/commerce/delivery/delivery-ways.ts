import type { Backend } from '#server/commerce/http.ts'
import type { DaysOnTheWay } from '#shared/delivery/delivery-days.ts'
import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'

/** A way in which pieces reach a country. */
export interface DeliveryWay {
  id: string
  /** In the language asked for. */
  name: string
  days: DaysOnTheWay
}

/** What the shop delivers by, as long as nobody has a cart yet. */
export interface DeliveryWays {
  /**
   * @param country ISO 3166, upper case, of the region
   * @returns the cheapest first; those of which the operator has not said how long they take are left out
   * @throws BackendError where the backend does not tell, and never has
   */
  find(locale: Locale, regionId: string, country: string): Promise<readonly DeliveryWay[]>
}

const KEPT_MS = 3_600_000
/** A parcel that takes longer is no promise. */
const MOST_DAYS = 90

export function createDeliveryWays({ store }: Backend, now: () => number = Date.now): DeliveryWays {
  const known = new Map<string, { at: number; ways: readonly DeliveryWay[] }>()
  const asking = new Map<string, Promise<readonly DeliveryWay[]>>()

  /** The backend tells of ways of delivery for a cart alone: so it gets one that nobody fills. */
  async function ask(locale: Locale, regionId: string, country: string): Promise<readonly DeliveryWay[]> {
    const { cart } = await store.cart.create({
      region_id: regionId,
      locale: LANGUAGE_TAGS[locale],
      shipping_address: { country_code: country.toLowerCase() },
    })
    const { shipping_options: options } = await store.fulfillment.listCartOptions({
      cart_id: cart.id,
      fields: '+metadata',
    })
    return options
      .toSorted((one, other) => (one.amount ?? 0) - (other.amount ?? 0))
      .flatMap((option) => {
        const { metadata } = option as { metadata?: Record<string, unknown> | null }
        const days = readDays(metadata?.['days'])
        return days ? [{ id: option.id, name: option.name, days }] : []
      })
  }

  return {
    async find(locale, regionId, country) {
      const key = `${locale} ${regionId} ${country}`
      const earlier = known.get(key)
      if (earlier && now() - earlier.at < KEPT_MS) return earlier.ways
      const answer = asking.get(key) ?? ask(locale, regionId, country).finally(() => asking.delete(key))
      asking.set(key, answer)
      try {
        const ways = await answer
        known.set(key, { at: now(), ways })
        return ways
      } catch (error) {
        if (earlier) return earlier.ways
        throw error
      }
    },
  }
}

/** As the operator writes them into a shipping option's metadata: `{"days": {"from": 5, "to": 8}}`. */
function readDays(written: unknown): DaysOnTheWay | undefined {
  const { from, to } = (written ?? {}) as Partial<Record<'from' | 'to', unknown>>
  const [least, most] = [Number(from), Number(to ?? from)]
  const isSense = Number.isInteger(least) && Number.isInteger(most) && least >= 0 && most >= least && most <= MOST_DAYS
  return isSense ? { from: least, to: most } : undefined
}
