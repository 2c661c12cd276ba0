import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'

import { rowsOf } from '../rows.ts'

interface ProfiledProduct {
  id: string
  shipping_profile?: { id: string } | null
}

/** Medusa calls the profile optional, but refuses every order of a product without one. */
export async function assignShippingProfile(container: MedusaContainer, productId: string) {
  const fields = ['id', 'shipping_profile.id']
  const [product] = await rowsOf<ProfiledProduct>(container, 'product', fields, { id: productId })
  const profiles = await rowsOf(container, 'shipping_profile', ['id'])
  const [profile] = profiles
  if (!product || product.shipping_profile || !profile || profiles.length > 1) return
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.PRODUCT]: { product_id: productId },
    [Modules.FULFILLMENT]: { shipping_profile_id: profile.id },
  })
}
