/**
 * A child process of the bench: a fake backend with generated products for each given size. Sends their URLs to the
 * parent.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { createGeneratedMedusa } from '#test/support/generated/medusa.ts'

const medusas = process.argv.slice(2).map((products) => createGeneratedMedusa(Number(products)))
for (const { server } of medusas) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

process.on('message', () => {
  for (const { change } of medusas) change()
  process.send?.({ changed: true })
})
process.on('disconnect', () => process.exit())
process.send?.({ urls: medusas.map(({ server }) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`) })
