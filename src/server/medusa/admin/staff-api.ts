import { Admin, type Client, type ClientHeaders } from '@medusajs/js-sdk'
import type { HttpTypes } from '@medusajs/types'

import { pathId } from '../backend-client.ts'
import { ownProducts, type Products } from './products.ts'
import { ownUploads, type Uploads } from './uploads.ts'

/** The SDK's admin API, with fixes and with methods that the SDK lacks. */
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

type Method = (...args: unknown[]) => Promise<unknown>

/** Leading arguments that are ids, for the one SDK method whose later strings go into the body. */
const IDS_OF: Record<string, number> = { authorizePaymentSession: 1 }

/** The SDK inserts ids unescaped. A method rejects with UnsendableError for an id that would change the path. */
function escapeIds(admin: Admin): Pick<Admin, keyof Admin> {
  return Object.fromEntries(
    Object.entries(admin).map(([name, resource]) => [name, escapeIn(resource as object)]),
  ) as unknown as Admin
}

function escapeIn<Resource extends object>(resource: Resource): Resource {
  return new Proxy(resource, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      const ids = IDS_OF[String(name)] ?? Infinity
      return async (...args: unknown[]) =>
        (method as Method).apply(
          target,
          args.map((arg, index) => (typeof arg === 'string' && index < ids ? pathId(arg) : arg)),
        )
    },
  })
}

type Accepted = Awaited<ReturnType<Admin['invite']['accept']>>

/** The SDK's invites, with the token escaped in the query. The token comes from an email, so it is not trusted. */
interface Invites extends Omit<Admin['invite'], 'accept'> {
  /** Needs the registration token of `auth`. */
  accept(
    body: HttpTypes.AdminAcceptInvite,
    query: { token: string } & HttpTypes.SelectParams,
    headers?: ClientHeaders,
  ): Promise<Accepted>
}

function ownInvites(client: Client): Pick<Invites, 'accept'> {
  return {
    accept: async (body, query, headers = {}) =>
      client.fetch('/admin/invites/accept', { method: 'POST', query: { ...query }, body, headers }),
  }
}

type RuleType = 'rules' | 'target-rules' | 'buy-rules'

interface RuleBatch {
  create?: HttpTypes.AdminCreatePromotionRule[]
  update?: HttpTypes.AdminUpdatePromotionRule[]
  delete?: string[]
}

interface RuleBatchAnswer {
  created: HttpTypes.AdminPromotionRule[]
  updated: HttpTypes.AdminPromotionRule[]
  deleted: { ids: string[]; object: string; deleted: boolean }
}

interface RuleAttributeQuery {
  promotion_type?: string
  application_method_target_type?: string
}

/** The SDK's promotions, with batches that mix create, update and delete, and with a typed query object. */
interface Promotions extends Omit<Admin['promotion'], 'listRuleAttributes'> {
  batchRules(id: string, ruleType: RuleType, body: RuleBatch, headers?: ClientHeaders): Promise<RuleBatchAnswer>
  listRuleAttributes(
    ruleType: RuleType,
    query?: RuleAttributeQuery,
    headers?: ClientHeaders,
  ): Promise<HttpTypes.AdminRuleAttributeOptionsListResponse>
}

type OwnPromotions = 'batchRules' | 'listRuleAttributes'

function ownPromotions(client: Client): Pick<Promotions, OwnPromotions> {
  return {
    batchRules: async (id, ruleType, body, headers = {}) =>
      client.fetch(`/admin/promotions/${pathId(id)}/${pathId(ruleType)}/batch`, { method: 'POST', body, headers }),
    listRuleAttributes: async (ruleType, query = {}, headers = {}) =>
      client.fetch(`/admin/promotions/rule-attribute-options/${pathId(ruleType)}`, { query: { ...query }, headers }),
  }
}
