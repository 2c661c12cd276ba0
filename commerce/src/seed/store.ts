import type { MedusaContainer } from '@medusajs/framework/types'
import { updateStoresWorkflow } from '@medusajs/medusa/core-flows'

import { REGIONS } from '../shop/regions.ts'
import { onlyRow } from './shop-container.ts'

/**
 * The languages and currencies that the shop speaks. May run again.
 * The sample's prices are prices of a currency, in every region that has it: whether they contain tax is said of the
 * currency, since Medusa asks a region only about prices that are set for that region alone.
 */
export async function prepareStore(container: MedusaContainer): Promise<void> {
  const { id } = await onlyRow<{ id: string }>(container, 'store', ['id'])
  await updateStoresWorkflow(container).run({
    input: {
      selector: { id },
      update: {
        name: 'Lumenite',
        supported_currencies: REGIONS.map(({ currency, taxIncluded = false }, index) => ({
          currency_code: currency,
          is_default: index === 0,
          is_tax_inclusive: taxIncluded,
        })),
        supported_locales: [{ locale_code: 'en-US' }, { locale_code: 'ru-RU' }],
      },
    },
  })
}
