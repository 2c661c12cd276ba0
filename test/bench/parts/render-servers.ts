/** A part of the bench: the shop, and the same renders behind a bare server. Sends the three URLs. */
import { createServer, type ServerResponse } from 'node:http'

import { renderHtml } from '#server/pages/render/html-stream.ts'
import { listenLocally } from '#test/support/listen-locally.ts'

import { openRenders } from './open-renders.ts'
import { openPart } from './part.ts'

const t = openPart()
const { url: shop, render } = await openRenders(t, 'bench-render')

const streamed = await listen(false)
const complete = await listen(true)
process.send?.({ shop, streamed, complete })

async function listen(isComplete: boolean): Promise<string> {
  const answer = async (path: string, response: ServerResponse) => {
    const { element, options } = await render(path)
    const html = await renderHtml(element, { ...options, isComplete })
    if ('stream' in html) html.stream.pipe(response)
    else response.end(html.bytes)
  }
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    answer(request.url ?? '/', response).catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  })
  return listenLocally(t, server)
}
