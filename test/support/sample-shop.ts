import type { Backend } from './commerce.ts'

interface Named {
  id: string
  handle: string
}

interface ShopProduct extends Named {
  metadata: Record<string, unknown> | null
  title: string
  subtitle: string
  description: string
  material: string
  thumbnail: string
  images: { url: string }[]
  categories: (Named & { name: string; parent_category_id: string | null })[]
  collection: { handle: string; title: string } | null
  options: { id: string; title: string; values: { id: string; value: string }[] }[]
  variants: {
    id: string
    sku: string
    title: string
    thumbnail: string
    images: { url: string }[]
    options: { value: string; option: { title: string } }[]
    inventory_quantity: number
    allow_backorder: boolean
    metadata: Record<string, unknown> | null
    calculated_price: {
      calculated_amount: number
      original_amount: number
      currency_code: string
      is_calculated_price_tax_inclusive: boolean
    }
  }[]
}

interface Region {
  id: string
  currency_code: string
  countries: { iso_2: string }[]
  metadata: { name_ru: string }
}

interface DeliveryOption {
  id: string
  name: string
  amount: number
  calculated_price: { is_calculated_price_tax_inclusive: boolean }
}

interface Order {
  id: string
  currency_code: string
  total: number
  item_total: number
  shipping_total: number
}

const PRODUCT_FIELDS = [
  '+metadata',
  '*variants.calculated_price',
  '+variants.inventory_quantity',
  '*variants.images',
  '*variants.options',
  '*variants.options.option',
  '*options',
  '*options.values',
  '*categories',
  '*collection',
].join(',')

export async function readShop({ store }: Backend) {
  const post = <Answer>(path: string, body?: object) => store<Answer>(path, { method: 'POST', body })
  const { regions } = await store<{ regions: Region[] }>(
    '/store/regions?limit=50&fields=id,currency_code,metadata,countries.iso_2',
  )
  const { product_categories } = await store<{ product_categories: (Named & { parent_category_id: string | null })[] }>(
    '/store/product-categories?limit=100&order=rank&fields=id,handle,parent_category_id',
  )

  function regionOf(currency: string): Region {
    const region = regions.find(({ currency_code }) => currency_code === currency)
    if (!region) throw new Error(`There is no region for ${currency}`)
    return region
  }

  async function products(currency: string, locale: string): Promise<ShopProduct[]> {
    const path = `/store/products?limit=100&region_id=${regionOf(currency).id}&fields=${encodeURIComponent(PRODUCT_FIELDS)}`
    return (await store<{ products: ShopProduct[] }>(path, { headers: { 'x-medusa-locale': locale } })).products
  }

  async function newCart(currency: string, locale: string): Promise<{ id: string }> {
    const { id, countries } = regionOf(currency)
    const body = {
      region_id: id,
      locale,
      email: 'shopper@example.com',
      shipping_address: { country_code: countries[0]?.iso_2 },
    }
    return (await post<{ cart: { id: string } }>('/store/carts', body)).cart
  }

  async function optionsOf(cart: { id: string }): Promise<DeliveryOption[]> {
    const path = `/store/shipping-options?cart_id=${cart.id}`
    const { shipping_options: options } = await store<{ shipping_options: DeliveryOption[] }>(path)
    return options.toSorted((one, other) => one.amount - other.amount)
  }

  /** Buys one product. @param way shipping option by its price; the cheapest by default */
  async function buy(currency: string, way = 0): Promise<Order> {
    const cart = await newCart(currency, 'en-US')
    const product = (await products(currency, 'en-US'))
      .flatMap(({ variants }) => variants)
      .find(({ inventory_quantity }) => inventory_quantity > 3)
    const path = `/store/carts/${cart.id}`
    await post(`${path}/line-items`, { variant_id: product?.id, quantity: 1 })
    const option = (await optionsOf(cart))[way]
    await post(`${path}/shipping-methods`, { option_id: option?.id })
    const { payment_collection } = await post<{ payment_collection: { id: string } }>('/store/payment-collections', {
      cart_id: cart.id,
    })
    const provider = { provider_id: 'pp_system_default' }
    await post(`/store/payment-collections/${payment_collection.id}/payment-sessions`, provider)
    const { order } = await post<{ order?: Order }>(`${path}/complete`)
    if (!order) throw new Error('The cart did not become an order')
    return order
  }

  return {
    regions,
    categories: product_categories.map(({ handle, parent_category_id }) => ({
      handle,
      parent: parent_category_id !== null,
    })),
    products,
    delivery: async (currency: string) => optionsOf(await newCart(currency, 'en-US')),
    russianDelivery: async (currency: string) => optionsOf(await newCart(currency, 'ru-RU')),
    buy,
  }
}
