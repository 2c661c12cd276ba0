/** A part of the bench: the shop. Sends its URL, and the cookie of a customer. With `own-images`, no image is cached. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { openShop } from '#test/support/open-shop.ts'
import { openCommerce } from '#test/support/program-shop.ts'
import { makeLink } from '#test/support/sign-in.ts'

import { openPart } from './part.ts'

const t = openPart()
const commerce = await openCommerce(t, { name: 'bench-shop' })
// A cache of its own, because the one that tests share has all images.
if (process.argv.includes('own-images')) mkdirSync(join(commerce.dataDir, 'storefront/images'), { recursive: true })
// With logging, as operators run it, because logging has its cost.
const env = { LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'info' }
const { app, url, stop } = await openShop(commerce, { folder: 'storefront', env })
t.teardown(stop)
const email = 'bench@shopper.example'
const payload = { token: await makeLink(app, { email }), email }
const { cookies } = await app.inject({ method: 'POST', url: '/api/account/sign-in-link/use', payload })
process.send?.({ url, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') })
