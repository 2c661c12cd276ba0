import t from 'tap'

import { startShop } from '#test/support/test-shop.ts'

const shop = await startShop(t, { env: { LOG_LEVEL: 'silent' } })

t.test('an address of thousands of parameters is refused in the language of its reader', async (t) => {
  const parameters = Array.from({ length: 6000 }, (_, nth) => `p${nth}=1`).join('&')
  const url = `/en/shop/viewAll?${parameters}`
  const { statusCode, headers, body } = await shop.app.inject({ url, headers: { 'accept-language': 'ru' } })
  t.equal(statusCode, 414)
  t.equal(headers['cache-control'], 'no-store')
  t.match(body, 'Адрес страницы слишком длинный')
  t.equal((await shop.app.inject({ url: `/en/shop/viewAll?${parameters.slice(0, 8000)}` })).statusCode, 200)
})
