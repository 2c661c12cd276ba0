import type { MedusaContainer } from '@medusajs/framework/types'
import { createTranslationsWorkflow } from '@medusajs/medusa/core-flows'

/** The Russian words of one row; the row itself holds the English ones. */
export interface Translation {
  reference: string
  reference_id: string
  translations: Record<string, string>
}

const LOCALE = 'ru-RU'
const BATCH = 1000

/** Keeps Russian words beside the rows they belong to; rows must not have any yet. */
export async function addTranslations(container: MedusaContainer, rows: Translation[]): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    const translations = rows.slice(start, start + BATCH).map((row) => ({ ...row, locale_code: LOCALE }))
    await createTranslationsWorkflow(container).run({ input: { translations } })
  }
}
