import type { Backend } from '#server/commerce/http.ts'
import { withinTime } from '#server/infra/within-time.ts'
import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'

interface DeliveryNamesOptions {
  backend: Backend
  log: { error(facts: object, message: string): void }
}

type Named = readonly { id: string; name: string }[]

/** What ways of delivery are called in a language that an order was not placed in: an order keeps one name only. */
export interface DeliveryNames {
  /** Keeps what the backend has just told in this language. */
  learn(locale: Locale, options: Named): void
  /** @returns undefined where the shop has no such way any more, or the backend does not tell. Never throws. */
  find(locale: Locale, optionId: string, regionId: string): Promise<string | undefined>
}

/** An order is shown with the name that it keeps rather than later than this. */
const MOST_WAIT_MS = 500
/** A way that is gone is not asked for again and again. */
const ASK_AGAIN_AFTER_MS = 3_600_000

export function createDeliveryNames({ backend: { store }, log }: DeliveryNamesOptions): DeliveryNames {
  const known = new Map<string, string>()
  const asked = new Map<string, { at: number; answer: Promise<void> }>()

  function learn(locale: Locale, options: Named): void {
    for (const { id, name } of options) known.set(`${locale} ${id}`, name)
  }

  /** The backend tells of ways of delivery in the language of a cart alone: so it gets one that nobody fills. */
  async function ask(locale: Locale, regionId: string): Promise<void> {
    try {
      const { cart } = await store.cart.create({ region_id: regionId, locale: LANGUAGE_TAGS[locale] })
      const { shipping_options: options } = await store.fulfillment.listCartOptions({ cart_id: cart.id })
      learn(locale, options)
    } catch (error) {
      log.error({ err: error }, 'The ways of delivery could not be named')
      asked.delete(`${locale} ${regionId}`)
    }
  }

  return {
    learn,
    async find(locale, optionId, regionId) {
      const name = known.get(`${locale} ${optionId}`)
      if (name !== undefined) return name
      const key = `${locale} ${regionId}`
      const earlier = asked.get(key)
      const isFresh = earlier !== undefined && Date.now() - earlier.at < ASK_AGAIN_AFTER_MS
      const asking = isFresh ? earlier : { at: Date.now(), answer: ask(locale, regionId) }
      asked.set(key, asking)
      await withinTime(asking.answer, MOST_WAIT_MS)
      return known.get(`${locale} ${optionId}`)
    },
  }
}
