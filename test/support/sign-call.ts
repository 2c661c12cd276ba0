import { createHmac } from 'node:crypto'

/** Makes a call as the backend does: signed with the secret that it shares with the storefront. */
export async function signedCall(url: string, body: object, secret: string, now = Date.now()): Promise<Response> {
  const text = JSON.stringify(body)
  const time = Math.floor(now / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.${text}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-lumenite-signature': `t=${time},v1=${signature}` }
  return fetch(url, { method: 'POST', headers, body: text })
}
