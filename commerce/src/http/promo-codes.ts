import type { MedusaContainer } from '@medusajs/framework/types'
import { Modules } from '@medusajs/framework/utils'

/**
 * As the staff spelled them, because Medusa compares codes with case. A code that exists as typed, or not at all,
 * stays.
 */
export async function spellCodes(container: MedusaContainer, body: unknown): Promise<void> {
  const update = (body ?? {}) as { promo_codes?: unknown }
  if (!Array.isArray(update.promo_codes)) return
  const promotions = container.resolve(Modules.PROMOTION)
  update.promo_codes = await Promise.all(
    update.promo_codes.map(async (typed: unknown) => {
      if (typeof typed !== 'string') return typed
      const code = { $ilike: typed.replaceAll(/[\\%_]/g, String.raw`\$&`) } as unknown as string
      const known = (await promotions.listPromotions({ code }, { select: ['code'] })).map((found) => found.code)
      return known.includes(typed) ? typed : (known[0] ?? typed)
    }),
  )
}
