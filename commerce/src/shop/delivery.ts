import type { ShopRegion } from './regions.ts'
import type { Words } from './words.ts'

export interface DeliveryWay {
  code: string
  name: Words
  note: string
  /** Major units of the region's currency. */
  price: (region: Pick<ShopRegion, 'standard' | 'express'>) => number
}

export const DELIVERY_WAYS: readonly DeliveryWay[] = [
  {
    code: 'standard',
    name: { en: 'Standard delivery', ru: 'Обычная доставка' },
    note: 'Tracked and insured, 5 to 8 working days',
    price: ({ standard }) => standard,
  },
  {
    code: 'express',
    name: { en: 'Express delivery', ru: 'Экспресс-доставка' },
    note: 'By courier, 2 to 3 working days',
    price: ({ express }) => express,
  },
]
