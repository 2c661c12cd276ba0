/** A part of the bench: the shop, and the same renders behind a bare server. Sends the three URLs. */
import { createServer, type ServerResponse } from 'node:http'

import { renderHtml, streamHtml } from '#server/pages/render/html-stream.ts'
import { listenLocally } from '#test/support/listen-locally.ts'

import { openRenders } from './open-renders.ts'
import { openPart } from './part.ts'

const t = openPart()
const { url: shop, render } = await openRenders(t, 'bench-render')

const streamed = await listen(async (path, response) => {
  const { element, options } = await render(path)
  const stream = await streamHtml(element, { ...options, nonce: 'bench', importMap: undefined })
  stream.pipe(response)
})
const complete = await listen(async (path, response) => {
  const { element, options } = await render(path)
  response.end(await renderHtml(element, options))
})
process.send?.({ shop, streamed, complete })

async function listen(answer: (path: string, response: ServerResponse) => Promise<void>): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    answer(request.url ?? '/', response).catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  })
  return listenLocally(t, server)
}
