import type { MedusaContainer } from '@medusajs/framework/types'
import { Modules } from '@medusajs/framework/utils'

/** Medusa compares codes with case, so they are written as the staff spelled them. */
export async function spellCodes(container: MedusaContainer, body: unknown) {
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
