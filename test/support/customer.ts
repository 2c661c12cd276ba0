import type { Backend } from './commerce.ts'

export type Customer = Awaited<ReturnType<typeof registerCustomer>>

export async function registerCustomer({ store }: Backend, email: string) {
  const identity = { email, password: 'a password of nobody' }
  const post = <Answer>(path: string, body: object, token?: string) =>
    store<Answer>(path, { method: 'POST', body, headers: token ? { authorization: `Bearer ${token}` } : {} })
  const registered = await post<{ token: string }>('/auth/customer/emailpass/register', identity)
  const { customer } = await post<{ customer: { id: string } }>('/store/customers', { email }, registered.token)
  const { token } = await post<{ token: string }>('/auth/customer/emailpass', identity)
  return {
    id: customer.id,
    requestTransfer: async (orderId: string) =>
      void (await post(`/store/orders/${orderId}/transfer/request`, {}, token)),
  }
}
