import { createServer } from 'node:http'

import t from 'tap'

import { createGeneratedMedusa } from '#test/support/generated/medusa.ts'
import { listenLocally } from '#test/support/listen-locally.ts'
import { testFolder } from '#test/support/test-folder.ts'

import { openCatalog } from './open-catalog.ts'

t.test('a response that is not JSON is reported, and the next valid one is read', async (t) => {
  const medusa = createGeneratedMedusa(1)
  let isBroken = true
  const server = createServer((request, response) => {
    if (isBroken && request.url?.includes('calculated_price')) response.end('<html>')
    else medusa.server.emit('request', request, response)
  })
  const baseUrl = await listenLocally(t, server)
  const { catalog, close } = await openCatalog({ baseUrl, publishableKey: 'pk_any', dataDir: testFolder(t) })
  t.teardown(close)
  t.match(catalog.status().problem, /not JSON/)
  isBroken = false
  await catalog.refresh('all')
  t.equal(catalog.status().products, 1)
})
