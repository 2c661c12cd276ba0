/** Installs the commerce backend and seeds the sample shop that every test copies, where that was not done before. */
import { startTestCommerce } from '#test/support/commerce.ts'

const commerce = await startTestCommerce({ name: 'prepare' })
await commerce.stop()
