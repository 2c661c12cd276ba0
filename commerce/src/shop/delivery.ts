import type { LocalizedText } from './localized-text.ts'

interface Way {
  name: LocalizedText
  note: string
}

interface DeliveryWay extends Way {
  code: 'standard' | 'express'
  /** Working days from shipment to delivery. */
  days: { from: number; to: number }
  insured: boolean
}

export const DELIVERY_WAYS: readonly DeliveryWay[] = [
  {
    code: 'standard',
    name: { en: 'Standard delivery', ru: 'Обычная доставка' },
    note: 'Tracked and insured, 5 to 8 working days',
    days: { from: 5, to: 8 },
    insured: true,
  },
  {
    code: 'express',
    name: { en: 'Express delivery', ru: 'Экспресс-доставка' },
    note: 'By courier, 2 to 3 working days',
    days: { from: 2, to: 3 },
    insured: false,
  },
]

/** The shopper pays the postage and the shop charges nothing. */
export const RETURN_WAY = {
  code: 'return',
  name: { en: 'Return by post', ru: 'Возврат посылкой' },
  note: 'Sent back by the shopper, tracked and insured',
} satisfies Way & { code: string }
