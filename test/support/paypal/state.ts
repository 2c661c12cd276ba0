import type { Order, Refund } from './orders.ts'

export type Step = 'token' | 'create' | 'read' | 'patch' | 'capture' | 'refund' | 'verify' | 'script' | 'confirm'

/** Out of order, done without a response, or an error by its name. */
export type Fault = 500 | 'lost' | 'INSTRUMENT_DECLINED' | 'TRANSACTION_REFUSED'

export interface Call {
  step: Step
  id: string
  key: string
  authorization: string
  text: string
}

export type Feature = 'card-fields' | 'applepay' | 'googlepay'

export interface PayPalState {
  clientId: string
  clientSecret: string
  webhookId: string
  token: string
  orders: Order[]
  refunds: Refund[]
  features: Set<Feature>
  /** Orders whose shopper pays with a card that is declined. */
  declined: Set<string>
  calls: Call[]
  faults: Map<Step, Fault[]>
  /** What the shopper's browser does right before the next calls of a step. */
  meanwhile: Map<Step, (() => void)[]>
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
    features: new Set(),
    declined: new Set(),
    calls: [],
    faults: new Map(),
    meanwhile: new Map(),
    answers: new Map(),
  }
}
