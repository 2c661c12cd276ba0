import { Admin, type Client, type ClientHeaders } from '@medusajs/js-sdk'
import type { HttpTypes } from '@medusajs/types'

import { pathId } from '../backend-client.ts'
import { ownProducts, type Products } from './products.ts'
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

type Method = (...args: unknown[]) => Promise<unknown>

/** The one method of the SDK's whose later words go into the body: how many of its words are ids. */
const IDS_OF: Record<string, number> = { authorizePaymentSession: 1 }

/**
 * The SDK's resources with every id written as one segment of its path: the SDK itself writes it there as it comes.
 * @returns the same methods; each rejects with UnsendableError for an id that would lead elsewhere
 */
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

/** The SDK's invites; the token of one comes out of a letter, so it is escaped as any other query is. */
interface Invites extends Omit<Admin['invite'], 'accept'> {
  /** Asks in the name of anyone who has registered by `auth` and is no one of the staff yet. */
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

/** The customers of a promotion, what it discounts, and what has to be bought for it. */
type RuleType = 'rules' | 'target-rules' | 'buy-rules'

/** Any of the three at once. */
interface RuleBatch {
  create?: HttpTypes.AdminCreatePromotionRule[]
  update?: HttpTypes.AdminUpdatePromotionRule[]
  /** Ids of rules. */
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

/** The SDK's promotions, with a batch that may be mixed and a query that is one. */
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
