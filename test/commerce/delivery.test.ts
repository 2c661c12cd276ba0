import t from 'tap'

import { sharedCommerce } from '#test/support/shared-commerce.ts'

interface Listed {
  id: string
  region_id: string
  name: string
  amount: number
  countries: string[]
}

t.test('pages are told the delivery prices that a cart is offered in each country', async (t) => {
  const { store } = await sharedCommerce()
  const { shipping_options: all } = await store<{ shipping_options: Listed[] }>('/store/delivery')
  const { regions } = await store<{ regions: { id: string; countries: { iso_2: string }[] }[] }>(
    '/store/regions?fields=id,*countries',
  )
  for (const { id: region_id, countries } of regions) {
    for (const { iso_2: country } of [countries[0], countries.at(-1)].filter((one) => one !== undefined)) {
      const body = { region_id, shipping_address: { country_code: country } }
      const { cart } = await store<{ cart: { id: string } }>('/store/carts', { method: 'POST', body })
      const { shipping_options: offered } = await store<{ shipping_options: Listed[] }>(
        `/store/shipping-options?cart_id=${cart.id}`,
      )
      const told = all.filter((one) => one.region_id === region_id && one.countries.includes(country.toUpperCase()))
      t.ok(told.length > 0, country)
      t.same(pricesOf(told), pricesOf(offered), country)
    }
  }
})

function pricesOf(options: Listed[]): string[] {
  return options.map(({ id, name, amount }) => `${id} ${name} ${amount}`).toSorted()
}
