import t from 'tap'

import { createRegionFinder, LOCATION_KEY, settleCountry } from '#app/country/visitor-country.ts'

interface Setup {
  cookies?: string
  /** Milliseconds after the response at which the cookie can be read. */
  cookieAfter?: number
  answer?: { countryCode?: string; city?: string } | Error
}

function browser({ cookies = '', cookieAfter, answer = {} }: Setup) {
  let clock = 0
  const stored = new Map<string, string>()
  const logged: string[] = []
  const requests: number[] = []
  const settle = () =>
    settleCountry({
      fetchLocation: async () => {
        requests.push(clock)
        if (answer instanceof Error) throw answer
        return answer
      },
      cookies: () => (cookieAfter !== undefined && clock >= cookieAfter ? 'locale=en; user_country=gb' : cookies),
      storage: { set: (key, value) => void stored.set(key, value) },
      wait: async (milliseconds) => void (clock += milliseconds),
      log: (text) => void logged.push(text),
    })
  return { settle, stored, logged, requests, clock: () => clock }
}

t.test('the country of a returning visitor comes from the cookie, without a request', async (t) => {
  const { settle, requests } = browser({ cookies: 'a=b; user_country=CH; c=d' })
  t.equal(await settle(), 'CH')
  t.same(requests, [])
})

t.test('the country of a new visitor is requested once, and the location is stored as received', async (t) => {
  const { settle, stored, clock } = browser({ answer: { countryCode: 'GB', city: 'Leeds' }, cookieAfter: 330 })
  t.equal(await settle(), 'GB')
  t.same(JSON.parse(stored.get(LOCATION_KEY) ?? ''), { countryCode: 'GB', city: 'Leeds' })
  t.equal(clock(), 400, 'the cookie is polled every 100 ms')
})

t.test('a browser that blocks cookies delays at most three seconds', async (t) => {
  const { settle, clock } = browser({ answer: { countryCode: 'GB' } })
  t.equal(await settle(), undefined)
  t.equal(clock(), 3000)
})

t.test('if the country is not known, nothing is stored and nothing waits', async (t) => {
  const { settle, stored, clock } = browser({ answer: {} })
  t.equal(await settle(), undefined)
  t.equal(stored.size, 0)
  t.equal(clock(), 0)
})

t.test('a failed request is logged and leaves the country unknown', async (t) => {
  const { settle, logged } = browser({ answer: new Error('offline') })
  t.equal(await settle(), undefined)
  t.same(logged, ['Failed to fetch IP location'])
})

t.test('a failed request for the region is logged, and the server chooses the region', async (t) => {
  t.intercept(globalThis, 'document', { value: { cookie: 'user_country=GB' } as Document, configurable: true })
  const logged: string[] = []
  const find = (callShop: () => Promise<never>) =>
    createRegionFinder({ callShop, storage: { set: () => undefined }, log: (text) => void logged.push(text) })()
  t.equal(await find(async () => ({ regionId: 'reg_gb' }) as never), 'reg_gb')
  t.same(logged, [])
  t.equal(await find(() => Promise.reject(new Error('offline'))), '')
  t.same(logged, ['Failed to fetch region ID'])
})
