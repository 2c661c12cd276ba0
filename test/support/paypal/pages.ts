import type { IncomingMessage, ServerResponse } from 'node:http'

import { amountOf, PAYPAL_ORIGIN, type Order } from './orders.ts'
import { GOOGLE_PAY_STAND_IN, sdkStandIn } from './sdk-stand-in.ts'
import type { PayPalState } from './state.ts'

/**
 * PayPal's pages: its script, the page where a shopper approves a payment, and the call by which the script confirms an
 * order with a card or a wallet. Google's script comes from here, too.
 */
export function answerPages(state: PayPalState, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', PAYPAL_ORIGIN)
  if (pathname === '/sdk/js') return sendScript(state, request, response)
  if (pathname === '/gp/p/js/pay.js') return sendJavaScript(response, GOOGLE_PAY_STAND_IN)
  const order = state.orders.find(({ id }) => id === query.get('token'))
  if (pathname === '/confirm' && order) return confirm(state, order, query.get('card') ?? '', response)
  if (pathname !== '/checkoutnow' || !order)
    return sendPage(response, 404, '<h1>Things don’t appear to be working</h1>')

  const { return_url: onward = '', cancel_url: back = '' } = order.payment_source.paypal?.experience_context ?? {}
  const answer = query.get('answer')
  const isPopup = query.has('popup')
  if (answer === null) {
    const { value, currency_code: currency } = amountOf(order)
    const link = (name: string, label: string) =>
      `<p><a href="?${new URLSearchParams([...query, ['answer', name]])}">${label}</a></p>`
    const links = [link('approve', 'Pay now'), link('decline', 'Pay with an empty card'), link('cancel', 'Cancel')]
    return sendPage(response, 200, `<h1>Pay ${value} ${currency}</h1>${links.join('')}`)
  }
  if (answer !== 'cancel') order.status = 'APPROVED'
  if (answer === 'decline') state.declined.add(order.id)
  if (isPopup) return sendPage(response, 200, closing(answer))
  const target = new URL(answer === 'cancel' ? back : onward)
  target.searchParams.set('token', order.id)
  if (answer !== 'cancel') target.searchParams.set('PayerID', 'PAYER1')
  response.writeHead(302, { location: target.href }).end()
}

function sendScript(state: PayPalState, request: IncomingMessage, response: ServerResponse): void {
  state.calls.push({ step: 'script', id: '', key: '', authorization: '', text: request.url ?? '' })
  if (state.faults.get('script')?.shift()) return void response.writeHead(500).end()
  sendJavaScript(response, sdkStandIn(state.features))
}

function sendJavaScript(response: ServerResponse, script: string): void {
  response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
}

export const REFUSED_CARD = '4000000000000002'
/** The bank accepts this card and declines its payment. */
export const EMPTY_CARD = '4000000000009995'
/** The bank asks for a password, and the shopper does not know it. */
export const UNKNOWN_HOLDER_CARD = '4000000000000101'

function confirm(state: PayPalState, order: Order, card: string, response: ServerResponse): void {
  state.calls.push({ step: 'confirm', id: order.id, key: '', authorization: '', text: card })
  const isRefused = card === REFUSED_CARD || state.faults.get('confirm')?.shift() !== undefined
  if (!isRefused) order.status = 'APPROVED'
  if (card === EMPTY_CARD) state.declined.add(order.id)
  if (card === UNKNOWN_HOLDER_CARD && order.payment_source.card) {
    const failed = { enrollment_status: 'Y', authentication_status: 'N' }
    order.payment_source.card.authentication_result = { liability_shift: 'NO', three_d_secure: failed }
  }
  response.writeHead(isRefused ? 422 : 200, {
    'access-control-allow-origin': '*',
    'content-type': 'application/json',
  })
  response.end(JSON.stringify({ status: order.status }))
}

function closing(answer: string): string {
  return `<script>opener?.postMessage({ paypal: ${JSON.stringify(answer)} }, '*'); close()</script>`
}

function sendPage(response: ServerResponse, status: number, body: string): void {
  const page = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>PayPal</title>${body}`
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(page)
}
