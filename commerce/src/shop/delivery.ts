import type { LocalizedText } from './localized-text.ts'
import type { ShopRegion } from './samples.ts'

export interface DeliveryWay {
  code: string
  name: LocalizedText
  note: string
  /** Working days from shipment to delivery. */
  days: { from: number; to: number }
  insured: boolean
  /** Major units of the region's currency. */
  price: (region: Pick<ShopRegion, 'standard' | 'express'>) => number
}

export const DELIVERY_WAYS: readonly DeliveryWay[] = [
  {
    code: 'standard',
    name: { en: 'Standard delivery', ru: 'Обычная доставка' },
    note: 'Tracked and insured, 5 to 8 working days',
    days: { from: 5, to: 8 },
    insured: true,
    price: ({ standard }) => standard,
  },
  {
    code: 'express',
    name: { en: 'Express delivery', ru: 'Экспресс-доставка' },
    note: 'By courier, 2 to 3 working days',
    days: { from: 2, to: 3 },
    insured: false,
    price: ({ express }) => express,
  },
]

/** The shopper pays the postage and the shop charges nothing. */
export const RETURN_WAY = {
  code: 'return',
  name: { en: 'Return by post', ru: 'Возврат посылкой' },
  note: 'Sent back by the shopper, tracked and insured',
} as const satisfies Pick<DeliveryWay, 'code' | 'name' | 'note'>
