import { toDecimal } from '#shared/money/format-money.ts'
import { toHundredths } from '#shared/money/to-hundredths.ts'

import { CommandError } from '../operator-command.ts'
import type { Action } from './action.ts'
import { listDueOrders } from './operations/due-orders.ts'
import { deliverOrder, shipOrder } from './operations/fulfilment.ts'
import { acceptInvite, type AcceptedInvite } from './operations/invite.ts'
import {
  editDraft,
  editOrder,
  exchangeItems,
  openClaim,
  receiveReturn,
  requestReturn,
  type ClaimInput,
  type ExchangeInput,
  type ReturnInput,
} from './operations/order-changes.ts'
import { readPackingList } from './operations/packing-list.ts'
import { captureOrder, refundOrder, type MovedAmount } from './operations/payment.ts'
import { setTranslation } from './operations/translations.ts'

type Definition = Pick<Action, 'resource' | 'name' | 'about' | 'run'> & Partial<Action>

const DEFINITIONS: readonly Definition[] = [
  {
    resource: 'orders',
    name: 'due',
    about: 'lists the orders whose invoice is not paid: the amount, and until when the pieces are held',
    ids: [],
    reads: true,
    run: async ({ admin }, { priceUnit }) => ({ orders: await listDueOrders(admin, priceUnit) }),
  },
  {
    resource: 'orders',
    name: 'packing-list',
    about: 'lists what goes into the parcel of an order, with engravings, gift wrap and the text of the card',
    reads: true,
    run: async ({ admin }, { ids, priceUnit }) => readPackingList(admin, idIn(ids), priceUnit),
  },
  {
    resource: 'orders',
    name: 'capture',
    about: 'takes the money that was promised for an order',
    run: async ({ admin }, { ids, priceUnit }) => toRows(await captureOrder(admin, idIn(ids), priceUnit)),
  },
  {
    resource: 'orders',
    name: 'refund',
    about: 'gives money of an order back: --amount 10.50, or everything',
    options: ['amount', 'note', 'refund_reason_id'],
    async run({ admin }, { ids, options, priceUnit }) {
      const { amount, ...reason } = options
      const input = amount === undefined ? reason : { ...reason, amount: toAmount(amount) }
      return toRows(await refundOrder(admin, idIn(ids), input, priceUnit))
    },
  },
  {
    resource: 'orders',
    name: 'ship',
    about: 'sends what is still to be sent of an order, packed or not, or the items of the data alone',
    options: ['location_id'],
    data: ['items?', 'labels?'],
    run: async ({ admin }, { ids, options, data }) => ({
      fulfillments: (await shipOrder(admin, idIn(ids), { ...data, ...options })).map((id) => ({ id })),
    }),
  },
  {
    resource: 'orders',
    name: 'deliver',
    about: 'notes that what was sent of an order has arrived',
    run: async ({ admin }, { ids }) => ({
      fulfillments: (await deliverOrder(admin, idIn(ids))).map((id) => ({ id })),
    }),
  },
  {
    resource: 'orders',
    name: 'edit',
    about: 'changes the pieces of an order: "add" lists new ones, "quantities" names lines',
    data: ['add?', 'quantities?', 'internal_note?'],
    run: async ({ admin }, { ids, data }) => ({ order: await editOrder(admin, { ...data, order_id: idIn(ids) }) }),
  },
  {
    resource: 'orders',
    name: 'return',
    about: 'agrees that pieces of an order come back',
    data: ['items', 'location_id?', 'shipping?', 'internal_note?'],
    run: async ({ admin }, { ids, data }) => ({
      return: await requestReturn(admin, { ...(data as Pick<ReturnInput, 'items'>), order_id: idIn(ids) }),
    }),
  },
  {
    resource: 'orders',
    name: 'claim',
    about: 'agrees that pieces came broken or wrong: "outbound" is then sent by ship, money given back by refund',
    data: ['type', 'items', 'inbound?', 'outbound?', 'internal_note?'],
    run: async ({ admin }, { ids, data }) => ({
      claim: await openClaim(admin, { ...(data as Pick<ClaimInput, 'type' | 'items'>), order_id: idIn(ids) }),
    }),
  },
  {
    resource: 'orders',
    name: 'exchange',
    about: 'takes pieces of an order back for others',
    data: ['inbound', 'outbound', 'internal_note?'],
    run: async ({ admin }, { ids, data }) => ({
      exchange: await exchangeItems(admin, {
        ...(data as Pick<ExchangeInput, 'inbound' | 'outbound'>),
        order_id: idIn(ids),
      }),
    }),
  },
  {
    resource: 'returns',
    name: 'take-in',
    about: 'says what of a return has arrived: "items" are sold again, "dismissed" are not',
    data: ['items?', 'dismissed?'],
    run: async ({ admin }, { ids, data }) => ({ return: await receiveReturn(admin, idIn(ids), data) }),
  },
  {
    resource: 'draft-orders',
    name: 'edit',
    about: 'changes what a draft holds',
    data: ['add?', 'items?', 'addPromotions?', 'removePromotions?', 'addShipping?', 'removeShipping?'],
    run: async ({ admin }, { ids, data }) => ({ draft_order: await editDraft(admin, idIn(ids), data) }),
  },
  {
    resource: 'translations',
    name: 'list',
    about: 'lists texts in other languages: of everything, or of what --reference (such as product) and its id name',
    ids: [],
    options: ['reference', 'reference_id', 'locale_code', 'limit', 'offset'],
    reads: true,
    hasPages: true,
    run: async ({ admin }, { options }) => admin.translation.list(options),
  },
  {
    resource: 'translations',
    name: 'set',
    about: 'sets texts of a product, product_category, … in Russian, or in --locale_code; other texts stay',
    ids: ['reference', 'id'],
    options: ['locale_code'],
    data: ['texts'],
    async run({ admin }, { ids, options, data }) {
      const { reference = '' } = ids
      const locale = typeof options['locale_code'] === 'string' ? options['locale_code'] : undefined
      return { translation: await setTranslation(admin, { reference, id: idIn(ids), locale, texts: data['texts'] }) }
    },
  },
  {
    resource: 'invites',
    name: 'join',
    about: 'creates a staff account by the token of an invite; an existing account needs its password. Needs no key',
    ids: [],
    data: ['token', 'email', 'password', 'first_name?', 'last_name?'],
    actor: 'newcomer',
    run: async (adminClient, { data }) => ({
      user: await acceptInvite(adminClient, data as unknown as AcceptedInvite),
    }),
  },
]

/** Actions of several calls, which are rolled back if one of the calls is rejected. */
export const OPERATIONS: readonly Action[] = DEFINITIONS.map((definition) => ({
  ids: ['id'],
  options: [],
  data: [],
  takesFiles: false,
  reads: false,
  hasPages: false,
  isStrict: true,
  deletes: false,
  actor: 'staff',
  ...definition,
}))

function idIn(ids: Record<string, string>): string {
  return ids['id'] ?? ''
}

function toAmount(value: unknown): number {
  const text = [value].flat().join(' ')
  if (/^\d+(\.\d{1,2})?$/.test(text)) return toHundredths(Number(text), 'major')
  throw new CommandError(`--amount is a sum of money such as 10.50, not "${text}".`)
}

function toRows(moved: readonly MovedAmount[]): { payments: object[] } {
  return {
    payments: moved.map(({ paymentId, amount, currency }) => ({ id: paymentId, amount: toDecimal(amount), currency })),
  }
}
