import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

import { amountOf, capture, capturesOf, drawId, makeOrder, type Money, type Order } from './orders.ts'
import type { Call, Fault, PayPalState, Step } from './state.ts'
import { signatureOf } from './webhooks.ts'

interface Answer {
  status: number
  body?: unknown
}

type Handler = (state: PayPalState, call: Call) => Answer

const ROUTES: [method: string, path: RegExp, step: Step, handler: Handler][] = [
  ['POST', /^\/v1\/oauth2\/token$/, 'token', token],
  ['POST', /^\/v2\/checkout\/orders$/, 'create', create],
  ['GET', /^\/v2\/checkout\/orders\/([^/]+)$/, 'read', withOrder((_, __, order) => ({ status: 200, body: order }))],
  ['PATCH', /^\/v2\/checkout\/orders\/([^/]+)$/, 'patch', withOrder(patch)],
  ['POST', /^\/v2\/checkout\/orders\/([^/]+)\/capture$/, 'capture', withOrder(take)],
  ['POST', /^\/v2\/payments\/captures\/([^/]+)\/refund$/, 'refund', refund],
  ['POST', /^\/v1\/notifications\/verify-webhook-signature$/, 'verify', verify],
]

export async function answerRest(state: PayPalState, request: IncomingMessage, response: ServerResponse) {
  const { method = '', url = '' } = request
  const sent = await text(request)
  const route = ROUTES.find(([verb, path]) => verb === method && path.test(url))
  if (!route) return send(response, { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } })
  const [, path, step, handler] = route
  const call: Call = {
    step,
    id: path.exec(url)?.[1] ?? '',
    key: String(request.headers['paypal-request-id'] ?? ''),
    authorization: request.headers.authorization ?? '',
    text: sent,
  }
  state.calls.push(call)
  state.meanwhile.get(step)?.shift()?.()
  const fault = state.faults.get(step)?.shift()
  const refused = fault && before(fault)
  if (refused) return send(response, refused)
  const answer = step === 'token' || isKnown(state, call) ? once(state, call, handler) : { status: 401 }
  // The request is done, and its response is lost.
  if (fault === 'lost') return response.destroy()
  send(response, answer)
}

function before(fault: Fault): Answer | undefined {
  if (fault === 'lost') return undefined
  if (fault === 500) return { status: 500, body: { name: 'INTERNAL_SERVER_ERROR', debug_id: 'b4d' } }
  return { status: 422, body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: fault }], debug_id: 'd3c' } }
}

/** A repeated request with the same key gets the same response. */
function once(state: PayPalState, call: Call, handler: Handler): Answer {
  const key = `${call.step} ${call.key}`
  const known = call.key ? state.answers.get(key) : undefined
  const answer = known ?? handler(state, call)
  if (call.key && answer.status < 300) state.answers.set(key, structuredClone(answer))
  return answer
}

function isKnown(state: PayPalState, { authorization }: Call): boolean {
  return authorization === `Bearer ${state.token}`
}

function token(state: PayPalState, { authorization }: Call): Answer {
  const expected = `Basic ${Buffer.from(`${state.clientId}:${state.clientSecret}`).toString('base64')}`
  if (authorization !== expected) return { status: 401, body: { name: 'invalid_client' } }
  return { status: 200, body: { access_token: state.token, token_type: 'Bearer', expires_in: 32_400 } }
}

function create(state: PayPalState, call: Call): Answer {
  const order = makeOrder(JSON.parse(call.text) as Partial<Order>)
  const { currency_code: currency, value } = amountOf(order)
  const hasDecimals = value.includes('.')
  if (ZERO_DECIMAL.includes(currency) && hasDecimals) return clientError('DECIMALS_NOT_SUPPORTED')
  if (!/^\d+(?:\.\d\d)?$/.test(value) || Number(value) === 0) return clientError('INVALID_PARAMETER_VALUE')
  state.orders.push(order)
  return { status: 200, body: order }
}

const ZERO_DECIMAL = ['HUF', 'JPY', 'TWD']

function patch(_: PayPalState, call: Call, order: Order): Answer {
  if (order.status === 'COMPLETED') return clientError('ORDER_ALREADY_COMPLETED')
  const [change] = JSON.parse(call.text) as { op: string; path: string; value: Money }[]
  const [unit] = order.purchase_units
  if (!unit || !change || change.path !== "/purchase_units/@reference_id=='default'/amount")
    return clientError('INVALID_PATCH')
  unit.amount = change.value
  return { status: 204 }
}

function take(state: PayPalState, _: Call, order: Order): Answer {
  if (order.status === 'COMPLETED') return clientError('ORDER_ALREADY_CAPTURED')
  if (order.status !== 'APPROVED') return clientError('ORDER_NOT_APPROVED')
  if (state.declined.has(order.id)) return clientError('INSTRUMENT_DECLINED')
  capture(order)
  return { status: 201, body: order }
}

function refund(state: PayPalState, call: Call): Answer {
  const taken = state.orders.flatMap(capturesOf).find(({ id }) => id === call.id)
  if (!taken) return { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } }
  if (taken.status === 'PENDING') return clientError('PENDING_CAPTURE')
  const given = state.refunds.filter(({ captureId }) => captureId === taken.id)
  const left = Number(taken.amount.value) - given.reduce((sum, { amount }) => sum + Number(amount.value), 0)
  if (left <= 0) return clientError('CAPTURE_FULLY_REFUNDED')
  const asked = (JSON.parse(call.text || '{}') as { amount?: Money }).amount
  const amount = asked ?? { currency_code: taken.amount.currency_code, value: String(left) }
  if (amount.currency_code !== taken.amount.currency_code) return clientError('CURRENCY_MISMATCH')
  if (Number(amount.value) > left + 0.001) return clientError('REFUND_AMOUNT_EXCEEDED')
  const made = { id: drawId(), captureId: taken.id, amount, status: 'COMPLETED' } as const
  state.refunds.push(made)
  taken.status = Number(amount.value) < left ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
  return { status: 201, body: { id: made.id, status: made.status, amount } }
}

function verify(state: PayPalState, { text: sent }: Call): Answer {
  const facts = JSON.parse(sent) as { transmission_sig: string; webhook_id: string }
  // The exact bytes of the event, as they arrived.
  const event = sent.slice(sent.indexOf('"webhook_event":') + '"webhook_event":'.length, -1)
  const isGenuine = facts.webhook_id === state.webhookId && facts.transmission_sig === signatureOf(state, event)
  return { status: 200, body: { verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' } }
}

function withOrder(handler: (state: PayPalState, call: Call, order: Order) => Answer): Handler {
  return (state, call) => {
    const order = state.orders.find(({ id }) => id === call.id)
    return order ? handler(state, call, order) : { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } }
  }
}

function clientError(issue: string): Answer {
  return { status: 422, body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue }], debug_id: 'f4c' } }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}
