import { writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Test } from 'tap'

import { passOn } from '#test/support/breaking-proxy.ts'
import { serveHosts } from '#test/support/named-hosts.ts'
import { testFolder } from '#test/support/test-folder.ts'

import { PAYPAL_ORIGIN, type Order } from './orders.ts'
import { answerPages } from './pages.ts'
import { answerRest } from './rest.ts'
import { openAccount, type Fault, type Step } from './state.ts'

export type PayPalStandIn = Awaited<ReturnType<typeof openPayPal>>

const API_ORIGIN = 'https://api-m.sandbox.paypal.com'
const GOOGLE_PAY_ORIGIN = 'https://pay.google.com'
export const SHOP_ORIGIN = 'https://shop.test'

export async function openPayPal(t: Pick<Test, 'teardown' | 'testdir'>) {
  const state = openAccount()
  let shopUrl = ''
  const hosts = await serveHosts([API_ORIGIN, PAYPAL_ORIGIN, GOOGLE_PAY_ORIGIN, SHOP_ORIGIN], (request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  t.teardown(hosts.close)
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const origin = `https://${request.headers.host}`
    if (origin === SHOP_ORIGIN) return passOn(shopUrl, request, response)
    if (origin === API_ORIGIN) return void (await answerRest(state, request, response))
    return answerPages(state, request, response)
  }
  const file = join(testFolder(t), 'paypal.pem')
  writeFileSync(file, hosts.certificate)
  const redirect = pathToFileURL(join(import.meta.dirname, 'redirect-paypal.ts')).href
  return Object.assign(state, {
    port: hosts.port,
    certificate: hosts.certificate,
    flags: hosts.flags,
    environment: {
      PAYPAL_CLIENT_ID: state.clientId,
      PAYPAL_CLIENT_SECRET: state.clientSecret,
      PAYPAL_ENVIRONMENT: 'sandbox',
      PAYPAL_WEBHOOK_ID: state.webhookId,
      NODE_OPTIONS: `--import ${redirect}`,
      PAYPAL_STAND_IN_PORT: String(hosts.port),
      PAYPAL_STAND_IN_CERTIFICATE: file,
    },
    showShop: (url: string) => {
      shopUrl = url
    },
    fail: (step: Step, ...faults: Fault[]) => {
      state.faults.set(step, faults)
    },
    approve: (order: Order) => {
      order.status = 'APPROVED'
    },
    lastOrder: () => {
      const order = state.orders.at(-1)
      if (!order) throw new Error('nobody has asked PayPal for an order')
      return order
    },
  })
}
