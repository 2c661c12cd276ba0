import t from 'tap'

import { createRegionFinder, LOCATION_KEY, settleCountry } from '#app/country/visitor-country.ts'

interface Scene {
  cookies?: string
  /** Milliseconds after the answer at which the cookie can be read. */
  cookieAfter?: number
  answer?: { countryCode?: string; city?: string } | Error
}

/** A browser with a clock that moves only when someone waits. */
function browser({ cookies = '', cookieAfter, answer = {} }: Scene) {
  let clock = 0
  const stored = new Map<string, string>()
  const logged: string[] = []
  const asked: number[] = []
  const settle = () =>
    settleCountry({
      fetchLocation: async () => {
        asked.push(clock)
        if (answer instanceof Error) throw answer
        return answer
      },
      cookies: () => (cookieAfter !== undefined && clock >= cookieAfter ? 'locale=en; user_country=gb' : cookies),
      storage: { set: (key, value) => void stored.set(key, value) },
      wait: async (milliseconds) => void (clock += milliseconds),
      log: (text) => void logged.push(text),
    })
  return { settle, stored, logged, asked, clock: () => clock }
}

t.test('a returning visitor is known by the cookie, and nobody is asked', async (t) => {
  const { settle, asked } = browser({ cookies: 'a=b; user_country=CH; c=d' })
  t.equal(await settle(), 'CH')
  t.same(asked, [])
})

t.test('a new visitor is asked for once, and the location is kept as it was received', async (t) => {
  const { settle, stored, clock } = browser({ answer: { countryCode: 'GB', city: 'Leeds' }, cookieAfter: 330 })
  t.equal(await settle(), 'GB')
  t.same(JSON.parse(stored.get(LOCATION_KEY) ?? ''), { countryCode: 'GB', city: 'Leeds' })
  t.equal(clock(), 400, 'the cookie is looked for every 100 ms')
})

t.test('a browser that refuses cookies costs three seconds, never more', async (t) => {
  const { settle, clock } = browser({ answer: { countryCode: 'GB' } })
  t.equal(await settle(), undefined)
  t.equal(clock(), 3000)
})

t.test('where nobody knows the country, nothing is kept and nobody waits', async (t) => {
  const { settle, stored, clock } = browser({ answer: {} })
  t.equal(await settle(), undefined)
  t.equal(stored.size, 0)
  t.equal(clock(), 0)
})

t.test('a failed look-up is logged and leaves the country open', async (t) => {
  const { settle, logged } = browser({ answer: new Error('offline') })
  t.equal(await settle(), undefined)
  t.same(logged, ['Failed to fetch IP location'])
})

t.test('a region that could not be had is logged, and left to the shop', async (t) => {
  t.intercept(globalThis, 'document', { value: { cookie: 'user_country=GB' } as Document, configurable: true })
  const logged: string[] = []
  const find = (callShop: () => Promise<never>) =>
    createRegionFinder({ callShop, storage: { set: () => undefined }, log: (text) => void logged.push(text) })()
  t.equal(await find(async () => ({ regionId: 'reg_gb' }) as never), 'reg_gb')
  t.same(logged, [])
  t.equal(await find(() => Promise.reject(new Error('offline'))), '')
  t.same(logged, ['Failed to fetch region ID'])
})
