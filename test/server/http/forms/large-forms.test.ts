import { randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'

import t from 'tap'

import { buildShopServer } from '#test/server/shop-server.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'

const app = await buildShopServer(await sharedCommerce())
t.teardown(() => app.close())

const submit = (payload: string) =>
  app.inject({
    method: 'POST',
    url: '/api/email-subscribe',
    payload,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-site': 'same-origin',
    },
  })

t.test('a form with thousands of fields is refused', async (t) => {
  const payload = Array.from({ length: 6500 }, (_, nth) => `f${nth}=1`).join('&')
  const { statusCode, headers } = await submit(payload)
  t.equal(statusCode, 303)
  t.match(headers['location'], /^\/en\//)
})

t.test(
  'what was typed into a refused form is kept as far as a cookie goes, the longest is dropped first',
  async (t) => {
    const fields = { email: 'no address', long: incompressible(6000), longer: 'ы'.repeat(9000), name: 'Ольга' }
    const { cookies } = await submit(new URLSearchParams(fields).toString())
    t.same(typedIn(cookies), { email: 'no address', name: 'Ольга' })
  },
)

t.test('a long message in Cyrillic is kept', async (t) => {
  const message = Array.from({ length: 60 }, (_, nth) => `Вопрос ${nth}: подойдёт ли кольцо размера ${nth / 2}?`).join(
    ' ',
  )
  t.ok(message.length > 2500)
  const { cookies } = await submit(new URLSearchParams({ email: 'no address', message }).toString())
  t.match(typedIn(cookies), { message })
})

/** The fields in the cookie that a response set, which has to fit into a browser's limit. */
function typedIn(cookies: readonly { name: string; value: string }[]): object {
  const flash = cookies.find(({ name }) => name === 'flash')?.value ?? ''
  t.ok(flash.length < 4000)
  const text = inflateRawSync(Buffer.from(flash.split('.')[0] ?? '', 'base64url')).toString()
  return (JSON.parse(text) as { values: object }).values
}

function incompressible(length: number): string {
  return randomBytes(length).toString('base64').slice(0, length)
}
