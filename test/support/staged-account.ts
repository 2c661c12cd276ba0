import type { WrapShopData } from '#server/pages/storefront-plugin.ts'
import type { Me } from '#shared/account/account.ts'
import type { ShopData } from '#shared/shop-data.ts'

const DAY = '2026-11-20T09:30:00.000Z'

const ME: Me = {
  id: 'cus_scenario',
  email: 'ada@shopper.example',
  first_name: 'Ada',
  last_name: 'Lovelace',
  has_password: true,
  deletes_at: null,
}

type AccountData = Pick<ShopData, 'account' | 'accountDetails' | 'accountAddresses' | 'accountLink' | 'accountOrder'>

/** The account of a customer, so that its pages open without signing in. Its order is the one that was placed last. */
export function stageAccount(data: Parameters<WrapShopData>[0]): AccountData {
  return {
    async account() {
      const order = await data.order()
      return { ...ME, orders: order ? [{ ...order, amount_refunded: 0 }] : [], orderCount: order ? 1 : 0 }
    },
    accountDetails: async () => ({
      ...ME,
      sessions: [
        { id: 'here', device: 'Chrome, Android', created_at: DAY, seen_at: DAY, is_this: true },
        { id: 'there', device: 'Firefox, Windows', created_at: DAY, seen_at: DAY, is_this: false },
      ],
      passkeys: [{ id: 'passkey', device: 'Safari, iOS', created_at: DAY, used_at: null }],
      preferences: { newsletter: true, hints: true, language: 'en' },
    }),
    async accountAddresses() {
      const address = {
        first_name: 'Ada',
        last_name: 'Lovelace',
        company: null,
        address_1: '12 Engine Street',
        address_2: null,
        postal_code: '10001',
        city: 'New York',
        province: 'NY',
        country_code: 'US',
        phone: null,
      }
      return {
        ...ME,
        addresses: [
          { id: 'first', address, is_default_shipping: true, is_default_billing: true },
          {
            id: 'second',
            address: { ...address, postal_code: 'SW1A 1AA', city: 'London', province: null, country_code: 'GB' },
            is_default_shipping: false,
            is_default_billing: false,
          },
        ],
        countries: ['GB', 'US'],
        addressForms: {
          '': await data.addressForm(''),
          GB: await data.addressForm('GB'),
          US: await data.addressForm('US'),
        },
      }
    },
    accountLink: async (token) =>
      token === 'sign-in' || token === 'password'
        ? { state: token, email: 'a…@shopper.example' }
        : { state: 'spent', email: null },
    accountOrder: async () => data.order(),
  }
}
