/**
 * A child process of the bench: a fake backend with generated products for each given size. Sends their URLs to the
 * parent.
 */
import { createGeneratedMedusa } from '#test/support/generated/medusa.ts'
import { listenLocally } from '#test/support/listen-locally.ts'

const medusas = process.argv.slice(2).map((products) => createGeneratedMedusa(Number(products)))
const urls = await Promise.all(medusas.map(({ server }) => listenLocally({ teardown: () => {} }, server)))

process.on('message', () => {
  for (const { change } of medusas) change()
  process.send?.({ changed: true })
})
process.on('disconnect', () => process.exit())
process.send?.({ urls })
