import t from 'tap'

import type { ApiError } from '#shared/api-error.ts'
import type { CartAnswer, ShippingOptionList } from '#shared/cart/cart.ts'
import type { AddressForm } from '#shared/checkout/address-form.ts'
import type { CheckoutData } from '#shared/checkout/checkout-data.ts'
import { buildShopServer, TestShopper } from '#test/server/shop-server.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'

const app = await buildShopServer(await sharedCommerce())
t.teardown(() => app.close())

const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: '12 Engine Street',
  city: 'New York',
  province: 'new york',
  postal_code: '10001',
  country_code: 'US',
}

async function shopperWithCart(): Promise<TestShopper> {
  const shopper = new TestShopper(app)
  await shopper.call('POST', '/api/carts', {})
  return shopper
}

t.test(
  'a checkout step is saved only if complete, and every missing field is named in the requested language',
  async (t) => {
    const shopper = await shopperWithCart()
    const refused = await shopper.call<ApiError>('POST', '/api/carts/current?lang=ru', {
      step: 'address',
      shipping_address: { ...ADDRESS, city: ' ', postal_code: 'SW1A 1AA' },
      billing_address: { country_code: 'GB' },
    })
    t.equal(refused.status, 400)
    const { fields } = refused.body.details as { fields: Record<string, string> }
    t.same(Object.keys(fields).toSorted(), [
      'billing_address.address_1',
      'billing_address.city',
      'billing_address.first_name',
      'billing_address.last_name',
      'billing_address.postal_code',
      'shipping_address.city',
      'shipping_address.postal_code',
    ])
    for (const message of Object.values(fields)) t.match(message, /[А-я]/)
    const nobody = await shopper.call<ApiError>('POST', '/api/carts/current', { step: 'contact' })
    t.match([nobody.status, nobody.body.details], [400, { fields: { email: /./ } }])

    const taken = await shopper.call<CartAnswer>('POST', '/api/carts/current', {
      step: 'address',
      shipping_address: ADDRESS,
    })
    t.match(taken.body.cart.shipping_address, { province: 'NY', city: 'New York' })
  },
)

t.test('one call saves the email, the address and the delivery method', async (t) => {
  const shopper = await shopperWithCart()
  const details = { step: 'details', email: 'ada@shopper.example', shipping_address: ADDRESS }
  const nothing = await shopper.call<ApiError>('POST', '/api/carts/current', { step: 'details' })
  t.match(
    [nothing.status, nothing.body.details],
    [400, { fields: { email: /./, 'shipping_address.country_code': /./ } }],
  )
  await shopper.call('POST', '/api/carts/current', { shipping_address: { country_code: 'US' } })
  const [way] = await waysOf(shopper)
  const taken = await shopper.call<CartAnswer>('POST', '/api/carts/current', { ...details, option_id: way })
  t.match(taken.body.cart, { email: details.email, shipping_methods: [{ shipping_option_id: way }] })
  t.notOk(taken.body.notice)
})

t.test('a delivery method of another country is not chosen, and the shopper is told', async (t) => {
  const shopper = await shopperWithCart()
  await shopper.call('POST', '/api/carts/current', { shipping_address: { country_code: 'US' } })
  const [american] = await waysOf(shopper)
  const british = { ...ADDRESS, province: null, postal_code: 'EC1N 8AN', country_code: 'GB' }
  const { status, body } = await shopper.call<CartAnswer>('POST', '/api/carts/current', {
    step: 'details',
    email: 'ada@shopper.example',
    shipping_address: british,
    option_id: american,
  })
  t.match([status, body.cart.currency_code, body.cart.shipping_methods], [200, 'GBP', []])
  t.match(body.notice, 'Please choose a delivery method.')
  t.ok((await waysOf(shopper)).length > 0)
})

async function waysOf(shopper: TestShopper): Promise<string[]> {
  const { body } = await shopper.call<ShippingOptionList>('GET', '/api/carts/current/shipping-options')
  return body.shipping_options.map(({ id }) => id)
}

t.test('an accepted form redirects to the next step, and a refused one to itself', async (t) => {
  const shopper = await shopperWithCart()
  const places = { return_to: '/en/checkout/payment', refused_to: '/en/checkout/details' }
  const refused = await shopper.submit('/api/carts/current', { step: 'contact', email: 'ada', ...places })
  t.match(refused, { status: 303, location: '/en/checkout/details' })
  const taken = await shopper.submit('/api/carts/current', { step: 'contact', email: 'ada@shopper.example', ...places })
  t.match(taken, { status: 303, location: '/en/checkout/payment' })
  const away = await shopper.submit('/api/carts/current', { step: 'contact', refused_to: '//evil.example' })
  t.match(away, { status: 303, location: '/en/cart' })
})

t.test('the visitor who holds the cart gets the step with its options', async (t) => {
  const shopper = await shopperWithCart()
  await shopper.call('POST', '/api/carts/current', { step: 'address', shipping_address: ADDRESS })
  const read = async (step: string) =>
    (await shopper.call<CheckoutData>('GET', `/api/carts/current/checkout?step=${step}`)).body
  const delivery = await read('details')
  t.ok(delivery.shippingOptions.length > 0)
  t.same(delivery.paymentProviders, [])
  t.equal(delivery.cart?.shipping_address?.city, 'New York')
  t.equal(delivery.addressForms['US']?.kinds.postal_code, 'zip')
  t.match((await read('payment')).paymentProviders, [{ id: 'pp_system_default' }])
  t.equal((await shopper.call('GET', '/api/carts/current/checkout?step=nowhere')).status, 400)
  const stranger = await new TestShopper(app).call<CheckoutData>('GET', '/api/carts/current/checkout')
  t.equal(stranger.body.cart, null)
})

t.test('choosing a country returns its address form', async (t) => {
  const shopper = new TestShopper(app)
  const { status, body } = await shopper.call<AddressForm>('GET', '/api/address-forms/jp')
  t.match([status, body], [200, { country: 'JP', kinds: { province: 'prefecture' } }])
  t.equal((await shopper.call('GET', '/api/address-forms/Japan')).status, 400)
})
