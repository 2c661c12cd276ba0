/** A child of the bench: the shop, which has made no image yet. Tells its parent the address. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { startTestCommerce } from '#test/support/commerce.ts'
import { openShop } from '#test/support/open-shop.ts'

import { reportUsedCpu } from './used-cpu.ts'

const FOLDER = 'storefront'

const commerce = await startTestCommerce({ name: 'bench-pictures' })
// Its own, instead of the one that tests share, which has them all.
mkdirSync(join(commerce.dataDir, FOLDER, 'images'), { recursive: true })
const shop = await openShop(commerce, { folder: FOLDER, env: { LOG_LEVEL: 'info' } })

reportUsedCpu()
process.on('disconnect', () => void shop.stop().then(() => commerce.stop()))
process.send?.({ url: shop.url })
