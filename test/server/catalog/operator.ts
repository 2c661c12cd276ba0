import type { Backend } from '#test/support/commerce.ts'

export interface Operator {
  /** Adds a sale price in dollars. Of several prices the backend uses the lowest. */
  setSalePrice: (variantId: string, dollars: number) => Promise<void>
  setSaleStatus: (status: 'active' | 'draft') => Promise<void>
}

export async function createOperator(commerce: Backend): Promise<Operator> {
  const { price_lists: lists } = await commerce.admin<{ price_lists: { id: string }[] }>('/admin/price-lists')
  const [list] = lists
  if (!list) throw new Error('The sample shop has no price list')
  const post = (path: string, body: object) =>
    commerce.admin(`/admin/price-lists/${list.id}${path}`, { method: 'POST', body })
  return {
    async setSalePrice(variantId, dollars) {
      await post('/prices/batch', { create: [{ variant_id: variantId, currency_code: 'usd', amount: dollars }] })
    },
    async setSaleStatus(status) {
      await post('', { status })
    },
  }
}
