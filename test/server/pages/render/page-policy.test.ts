import t from 'tap'

import { createPagePolicy } from '#server/pages/render/page-policy.ts'
import type { PublicConfig } from '#shared/page/public-config.ts'
import { GOOGLE_PAY_HOST, GOOGLE_PAY_IMAGE_HOST } from '#shared/privacy/third-party-hosts.ts'

const NOBODY: PublicConfig = {
  consent: 'required',
  mixpanelToken: null,
  pixels: [],
  payPal: null,
}
const PIXELS = [{ id: '1', autoconfig: true, pageView: '**' }]

function policyOf(config: Partial<PublicConfig>, isMeasured = true, isCheckout = false): string {
  const policy = createPagePolicy({ inlineScript: '', dev: false, publicConfig: { ...NOBODY, ...config } })
  return policy({ isMeasured, isCheckout, ...(isCheckout ? { nonce: 'n0' } : {}) })
}

t.test('a page lets in exactly those whom the operator named', async (t) => {
  t.notMatch(policyOf({}), /https:/)
  const analytics = policyOf({ mixpanelToken: 'a1' })
  t.match(analytics, /connect-src 'self' https:\/\/api-eu\.mixpanel\.com;/)
  t.notMatch(analytics, /facebook/)
  const pixel = policyOf({ pixels: PIXELS })
  t.match(pixel, /script-src 'self' 'sha256-\S+' https:\/\/connect\.facebook\.net;/)
  t.match(pixel, /img-src 'self' data: https:\/\/www\.facebook\.com;/)
  t.match(pixel, /connect-src 'self' https:\/\/www\.facebook\.com;/)
  t.notMatch(pixel, /mixpanel/)
})

t.test('a page of one visitor’s own lets in nobody', async (t) => {
  t.equal(policyOf({ mixpanelToken: 'a1', pixels: PIXELS }, false), policyOf({}))
})

t.test('PayPal and Google Pay are let in where something is paid for, and nowhere else', async (t) => {
  const payPal = { clientId: 'c1', environment: 'sandbox' } as const
  t.equal(policyOf({ payPal }), policyOf({}), 'no other page knows it')
  t.notMatch(policyOf({}, false, true), /paypal/, 'nor a shop without an account there')
  const policy = policyOf({ payPal, mixpanelToken: 'a1', pixels: PIXELS }, false, true)
  for (const kind of ['script', 'img', 'connect', 'frame']) {
    t.match(policy, new RegExp(`${kind}-src [^;]*https://\\*\\.paypal\\.com https://\\*\\.paypalobjects\\.com`))
  }
  t.match(policy, /style-src 'self' 'nonce-n0';/)
  t.same(
    [...policy.matchAll(/https:\/\/\S+?(?=[ ;]|$)/g)].map(([host]) => host).filter((host) => !host.includes('paypal')),
    [GOOGLE_PAY_HOST, GOOGLE_PAY_IMAGE_HOST, GOOGLE_PAY_HOST, GOOGLE_PAY_HOST],
  )
})
