import type { Order, Refund } from '#test/support/paypal/orders.ts'

/** What PayPal can be asked, and told to fail at. */
export type Step = 'token' | 'create' | 'read' | 'patch' | 'capture' | 'refund' | 'verify' | 'script'

/** Out of order, done but never answered, or a refusal by its name. */
export type Fault = 500 | 'lost' | 'INSTRUMENT_DECLINED' | 'TRANSACTION_REFUSED'

export interface Call {
  step: Step
  /** Of the order or capture that it names. */
  id: string
  /** PayPal-Request-Id */
  key: string
  authorization: string
  text: string
}

/** One shop's account, and everything that happened in it. */
export interface PayPalState {
  clientId: string
  clientSecret: string
  webhookId: string
  token: string
  orders: Order[]
  refunds: Refund[]
  /** Orders whose shopper pays with a card that is refused. */
  declined: Set<string>
  calls: Call[]
  faults: Map<Step, Fault[]>
  /** By key. */
  answers: Map<string, { status: number; body?: unknown }>
}

export function openAccount(): PayPalState {
  return {
    clientId: 'client-of-the-tests',
    clientSecret: 'secret-of-the-tests-that-no-log-may-show',
    webhookId: 'WH-TESTS',
    token: 'A21-token-of-the-tests',
    orders: [],
    refunds: [],
    declined: new Set(),
    calls: [],
    faults: new Map(),
    answers: new Map(),
  }
}
