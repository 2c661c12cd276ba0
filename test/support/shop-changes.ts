import { randomUUID } from 'node:crypto'

import type { Backend } from './commerce.ts'

export async function addProductIn(commerce: Backend, currency: string): Promise<string> {
  const [{ sales_channels: channels }, { shipping_profiles: profiles }] = await Promise.all([
    commerce.admin<{ sales_channels: { id: string }[] }>('/admin/sales-channels'),
    commerce.admin<{ shipping_profiles: { id: string }[] }>('/admin/shipping-profiles'),
  ])
  const variant = { title: 'One', options: { Kind: 'One' }, manage_inventory: false }
  const body = {
    title: `Piece ${randomUUID()}`,
    status: 'published',
    options: [{ title: 'Kind', values: ['One'] }],
    variants: [{ ...variant, prices: [{ currency_code: currency, amount: 100 }] }],
    sales_channels: channels.map(({ id }) => ({ id })),
    shipping_profile_id: profiles[0]?.id,
  }
  const { product } = await commerce.admin<{ product: { variants: { id: string }[] } }>('/admin/products', {
    method: 'POST',
    body,
  })
  return product.variants[0]?.id ?? ''
}

export async function sellNowhere(commerce: Backend, variantId: string): Promise<void> {
  const { variants } = await commerce.admin<{ variants: { product_id: string }[] }>(
    `/admin/product-variants?id=${variantId}&fields=product_id`,
  )
  await commerce.admin(`/admin/products/${variants[0]?.product_id}`, { method: 'POST', body: { status: 'draft' } })
}

/** Creates a code with a discount in percent on every product. @param rest other fields for Medusa */
export async function addPromoCode(commerce: Backend, code: string, percent: number, rest: object = {}): Promise<void> {
  const method = { type: 'percentage', target_type: 'items', allocation: 'across', value: percent }
  const body = { code, type: 'standard', status: 'active', application_method: method, ...rest }
  await commerce.admin('/admin/promotions', { method: 'POST', body })
}

export async function setStock(commerce: Backend, variantId: string, quantity: number): Promise<void> {
  interface Items {
    inventory_items: { id: string; location_levels: { location_id: string }[] }[]
  }
  const variant = await commerce.admin<{ products: { variants: { id: string; sku: string }[] }[] }>(
    `/admin/products?limit=100&fields=variants.id,variants.sku`,
  )
  const sku = variant.products.flatMap(({ variants }) => variants).find(({ id }) => id === variantId)?.sku ?? ''
  const { inventory_items: items } = await commerce.admin<Items>(
    `/admin/inventory-items?sku=${encodeURIComponent(sku)}&fields=id,location_levels.location_id`,
  )
  const [item] = items
  const location = item?.location_levels[0]?.location_id
  await commerce.admin(`/admin/inventory-items/${item?.id}/location-levels/${location}`, {
    method: 'POST',
    body: { stocked_quantity: quantity },
  })
}
