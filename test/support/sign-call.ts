import { createHmac } from 'node:crypto'

import { deriveKey } from '#server/keys.ts'

export async function signedCall(url: string, body: object, secret: string, now = Date.now()): Promise<Response> {
  return callSignedWith(deriveKey(secret, 'backend-calls'), url, body, now)
}

async function callSignedWith(key: string, url: string, body: object, now = Date.now()): Promise<Response> {
  const text = JSON.stringify(body)
  const time = Math.floor(now / 1000)
  const signature = createHmac('sha256', key).update(`${time}.${text}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-lumenite-signature': `t=${time},v1=${signature}` }
  return fetch(url, { method: 'POST', headers, body: text })
}
