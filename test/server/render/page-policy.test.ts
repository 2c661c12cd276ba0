import t from 'tap'

import { createPagePolicy } from '#server/render/page-policy.ts'
import type { PublicConfig } from '#shared/page/public-config.ts'

const NOBODY: PublicConfig = { consent: 'required', mixpanelToken: null, pixels: [] }
const PIXELS = [{ id: '1', autoconfig: true, pageView: '**' }]

function policyOf(config: Partial<PublicConfig>, isMeasured = true): string {
  const policy = createPagePolicy({ colorModeScript: '', dev: false, publicConfig: { ...NOBODY, ...config } })
  return policy({ isMeasured })
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
