import type { Admin, Client, ClientHeaders } from '@medusajs/js-sdk'
import type { HttpTypes } from '@medusajs/types'

import { pathId } from '../path-id.ts'

/** The customers of a promotion, what it discounts, and what has to be bought for it. */
export type RuleType = 'rules' | 'target-rules' | 'buy-rules'

/** Any of the three at once. */
export interface RuleBatch {
  create?: HttpTypes.AdminCreatePromotionRule[]
  update?: HttpTypes.AdminUpdatePromotionRule[]
  /** Ids of rules. */
  delete?: string[]
}

export interface RuleBatchAnswer {
  created: HttpTypes.AdminPromotionRule[]
  updated: HttpTypes.AdminPromotionRule[]
  deleted: { ids: string[]; object: string; deleted: boolean }
}

export interface RuleAttributeQuery {
  promotion_type?: string
  application_method_target_type?: string
}

/** The SDK's promotions, with a batch that may be mixed and a query that is one. */
export interface Promotions extends Omit<Admin['promotion'], 'listRuleAttributes'> {
  batchRules(id: string, ruleType: RuleType, body: RuleBatch, headers?: ClientHeaders): Promise<RuleBatchAnswer>
  listRuleAttributes(
    ruleType: RuleType,
    query?: RuleAttributeQuery,
    headers?: ClientHeaders,
  ): Promise<HttpTypes.AdminRuleAttributeOptionsListResponse>
}

type Own = 'batchRules' | 'listRuleAttributes'

export function ownPromotions(client: Client): Pick<Promotions, Own> {
  return {
    batchRules: async (id, ruleType, body, headers = {}) =>
      client.fetch(`/admin/promotions/${pathId(id)}/${pathId(ruleType)}/batch`, { method: 'POST', body, headers }),
    listRuleAttributes: async (ruleType, query = {}, headers = {}) =>
      client.fetch(`/admin/promotions/rule-attribute-options/${pathId(ruleType)}`, { query: { ...query }, headers }),
  }
}
