import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

import t from 'tap'

import { createFrontDoor } from '#server/page-cache/front-door.ts'

/** A door, and whom it let in. */
function openDoor() {
  const door = createFrontDoor()
  const served: string[] = []
  const server = door.serverFactory(({ url = '' }) => void served.push(url), {})
  function come(method: string, url: string): ServerResponse {
    const request = Object.assign(new IncomingMessage(new Socket()), { method, url })
    const response = new ServerResponse(request)
    server.emit('request', request, response)
    return response
  }
  return { door, served, come }
}

t.test('of visitors who come together whoever has gone before their turn is not served', async (t) => {
  const { served, come } = openDoor()
  come('GET', '/first')
  come('GET', '/gone').destroy()
  come('GET', '/last')
  for (const _ of [1, 2, 3]) await nextTurn()
  t.same(served, ['/first', '/last'])
})

t.test('what a visitor writes is heard at once, however many look', async (t) => {
  const { served, come } = openDoor()
  for (const url of ['/a', '/b']) come('GET', url)
  come('POST', '/write')
  t.same(served, ['/a', '/write'])
})

t.test('a page that is kept waits for nobody', async (t) => {
  const { door, served, come } = openDoor()
  const answered: string[] = []
  door.answer = ({ url = '' }) => url === '/kept' && answered.push(url) > 0
  for (const url of ['/a', '/b', '/kept']) come('GET', url)
  t.same([served, answered], [['/a'], ['/kept']])
})
