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

export type PayPalState = ReturnType<typeof openAccount>

export function openAccount() {
  return {
    clientId: 'client-of-the-tests',
    clientSecret: 'secret-of-the-tests-that-no-log-may-show',
    webhookId: 'WH-TESTS',
    token: 'A21-token-of-the-tests',
    orders: [] as Order[],
    refunds: [] as Refund[],
    features: new Set<Feature>(),
    /** Orders whose shopper pays with a card that is declined. */
    declined: new Set<string>(),
    calls: [] as Call[],
    faults: new Map<Step, Fault[]>(),
    /** What the shopper's browser does right before the next calls of a step. */
    meanwhile: new Map<Step, (() => void)[]>(),
    answers: new Map<string, { status: number; body?: unknown }>(),
  }
}
