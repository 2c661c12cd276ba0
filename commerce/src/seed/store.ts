import type { MedusaContainer } from '@medusajs/framework/types'
import { updateStoresWorkflow } from '@medusajs/medusa/core-flows'

import { onlyRow } from '../rows.ts'
import { REGIONS } from '../shop/samples.ts'

/** Per currency, since Medusa uses a region's tax setting only for prices of that region. */
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
