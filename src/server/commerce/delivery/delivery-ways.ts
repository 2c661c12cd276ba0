import { BackendError } from '#server/commerce/backend-error.ts'
import type { Backend } from '#server/commerce/http.ts'
import { withinTime } from '#server/infra/within-time.ts'
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
   * @returns the cheapest first; those of which the operator has not said how long they take are left out. None if
   * the backend has not told them within 800 ms: a product page rather shows no date than an error. The answer is kept
   * for the next call.
   */
  find(locale: Locale, regionId: string, country: string): Promise<readonly DeliveryWay[]>
}

interface DeliveryWaysOptions {
  backend: Pick<Backend, 'store'>
  log: { error(facts: object, message: string): void }
  now?: () => number
}

interface Known {
  askAgainAt: number
  /** Undefined where the backend has never told. */
  ways: readonly DeliveryWay[] | undefined
}

/** A product page asks for dates; without them it says nothing about delivery. */
const MOST_WAIT_MS = 800
const KEPT_MS = 3_600_000
const PAUSE_AFTER_FAILURE_MS = 30_000
/** A parcel that takes longer is no promise. */
const MOST_DAYS = 90

export function createDeliveryWays({ backend: { store }, log, now = Date.now }: DeliveryWaysOptions): DeliveryWays {
  const known = new Map<string, Known>()
  const asking = new Map<string, Promise<void>>()
  /** The backend tells of ways of delivery for a cart alone: so there is one for each country, which nobody fills. */
  const carts = new Map<string, string>()

  async function ask(key: string, locale: Locale, regionId: string, country: string): Promise<void> {
    try {
      const cartId = carts.get(key)
      const told = cartId === undefined ? undefined : await tell(cartId).catch(undefinedWhereGone)
      known.set(key, { askAgainAt: now() + KEPT_MS, ways: told ?? (await tell(await newCart())) })
    } catch (error) {
      log.error({ err: error }, 'The ways of delivery could not be read')
      known.set(key, { askAgainAt: now() + PAUSE_AFTER_FAILURE_MS, ways: known.get(key)?.ways })
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

  async function tell(cartId: string): Promise<DeliveryWay[]> {
    const { shipping_options: options } = await store.fulfillment.listCartOptions({
      cart_id: cartId,
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
      if (earlier && now() < earlier.askAgainAt) return earlier.ways ?? []
      const answer = asking.get(key) ?? ask(key, locale, regionId, country).finally(() => asking.delete(key))
      asking.set(key, answer)
      if (earlier?.ways) return earlier.ways
      await withinTime(answer, MOST_WAIT_MS)
      return known.get(key)?.ways ?? []
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
