import { Admin, type Client, type ClientHeaders } from '@medusajs/js-sdk'
import type { HttpTypes } from '@medusajs/types'

import { pathId } from '../backend-client.ts'
import { ownProducts } from './products.ts'
import { ownUploads } from './uploads.ts'

export type StaffApi = ReturnType<typeof openStaffApi>

/** The SDK's admin API, with fixes and with methods that the SDK lacks. */
export function openStaffApi(client: Client) {
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

function override<Base extends object, Own extends object>(base: Base, own: Own) {
  return new Proxy(base, {
    get: (target, name) => (Object.hasOwn(own, name) ? Reflect.get(own, name) : Reflect.get(target, name)) as unknown,
  }) as unknown as Omit<Base, keyof Own> & Own
}

type Method = (...args: unknown[]) => Promise<unknown>

/** Leading arguments that are ids, for the one SDK method whose later strings go into the body. */
const IDS_OF: Record<string, number> = { authorizePaymentSession: 1 }

/** The SDK inserts ids unescaped. A method rejects with UnsendableError for an id that would change the path. */
function escapeIds(admin: Admin) {
  return Object.fromEntries(
    Object.entries(admin).map(([name, resource]) => [name, escapeIn(resource as object)]),
  ) as unknown as Pick<Admin, keyof Admin>
}

function escapeIn<Resource extends object>(resource: Resource) {
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

function ownInvites(client: Client) {
  return {
    /** Needs the registration token of `auth`. The token of the query is escaped: it comes from an email. */
    accept: async (
      body: HttpTypes.AdminAcceptInvite,
      query: { token: string } & HttpTypes.SelectParams,
      headers: ClientHeaders = {},
    ): ReturnType<Admin['invite']['accept']> =>
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

/** Batches that mix create, update and delete, and a typed query. */
function ownPromotions(client: Client) {
  return {
    batchRules: async (id: string, ruleType: RuleType, body: RuleBatch, headers: ClientHeaders = {}) =>
      client.fetch<RuleBatchAnswer>(`/admin/promotions/${pathId(id)}/${pathId(ruleType)}/batch`, {
        method: 'POST',
        body,
        headers,
      }),
    listRuleAttributes: async (
      ruleType: RuleType,
      query: { promotion_type?: string; application_method_target_type?: string } = {},
      headers: ClientHeaders = {},
    ) =>
      client.fetch<HttpTypes.AdminRuleAttributeOptionsListResponse>(
        `/admin/promotions/rule-attribute-options/${pathId(ruleType)}`,
        { query: { ...query }, headers },
      ),
  }
}
