/** A child process of the bench: a shop without cached images. Sends its URL to the parent. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { startTestCommerce } from '#test/support/commerce.ts'
import { openShop } from '#test/support/open-shop.ts'

import { reportUsedCpu } from './used-cpu.ts'

const FOLDER = 'storefront'

const commerce = await startTestCommerce({ name: 'bench-pictures' })
// A cache of its own, because the one that tests share has all images.
mkdirSync(join(commerce.dataDir, FOLDER, 'images'), { recursive: true })
const shop = await openShop(commerce, { folder: FOLDER, env: { LOG_LEVEL: 'info' } })

reportUsedCpu()
process.on('disconnect', () => void shop.stop().then(() => commerce.stop()))
process.send?.({ url: shop.url })
