/**
 * A child process of the bench, so that client and server do not share a core: the shop, and the same renders behind a
 * bare server. Sends the three URLs to the parent.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { renderHtml, streamHtml } from '#server/pages/render/html-stream.ts'

import { openRenders } from './open-renders.ts'
import { reportUsedCpu } from './used-cpu.ts'

const shop = await openRenders('bench-render')

const streamed = await listen(async (path, response) => {
  const { element, options } = await shop.render(path)
  const stream = await streamHtml(element, { ...options, nonce: 'bench', importMap: undefined })
  stream.pipe(response)
})
const complete = await listen(async (path, response) => {
  const { element, options } = await shop.render(path)
  response.end(await renderHtml(element, options))
})

process.on('disconnect', () => void stop())
reportUsedCpu()
process.send?.({ shop: shop.url, streamed: streamed.url, complete: complete.url })

async function listen(answer: (path: string, response: ServerResponse) => Promise<void>) {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    answer(request.url ?? '/', response).catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function stop(): Promise<void> {
  for (const { server } of [streamed, complete]) {
    server.closeAllConnections()
    server.close()
  }
  await shop.stop()
}
