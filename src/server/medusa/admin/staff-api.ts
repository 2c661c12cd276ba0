import { Admin, type Client } from '@medusajs/js-sdk'

import { escapeIds } from './escape-ids.ts'
import { ownInvites, type Invites } from './invites.ts'
import { ownProducts, type Products } from './products.ts'
import { ownPromotions, type Promotions } from './promotions.ts'
import { ownUploads, type Uploads } from './uploads.ts'

/** Everything that the shop's staff may ask the backend, as the SDK names it, and what the SDK lacks. */
export interface StaffApi extends Omit<Admin, 'invite' | 'product' | 'promotion' | 'upload'> {
  readonly invite: Invites
  readonly product: Products
  readonly promotion: Promotions
  readonly upload: Uploads
}

export function openStaffApi(client: Client): StaffApi {
  const admin = escapeIds(new Admin(client))
  const upload = override(admin.upload, ownUploads(client))
  return {
    ...admin,
    upload,
    invite: override(admin.invite, ownInvites(client)),
    product: override(admin.product, ownProducts(client, upload)),
    promotion: override(admin.promotion, ownPromotions(client)),
  }
}

function override<Base extends object, Own extends object>(base: Base, own: Own): Omit<Base, keyof Own> & Own {
  return new Proxy(base, {
    get: (target, name) => (Object.hasOwn(own, name) ? Reflect.get(own, name) : Reflect.get(target, name)) as unknown,
  }) as unknown as Omit<Base, keyof Own> & Own
}
