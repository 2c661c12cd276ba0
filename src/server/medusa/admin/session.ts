import type { OutgoingCall, Send } from '../backend-client.ts'
import type { Wire } from '../http.ts'

const COOKIE = 'connect.sid'
const VALUE = new RegExp(`^${COOKIE}=([^;]*)`)
const ENDS = 'DELETE /auth/session'

/**
 * Keeps the session that the backend begins for someone who logs in, as a browser would: from then on it goes along
 * with every call, and their token does not.
 * @param begun a session of a browser, to go on with
 */
export function withSession(wire: Wire, begun?: string): Send {
  let session = begun
  return async (call) => {
    const answer = await wire.send(session ? bySession(call, session) : call, {
      onHeaders(headers) {
        const cookies = [headers['set-cookie'] ?? []].flat()
        session = cookies.map((cookie) => VALUE.exec(cookie)?.[1]).find(Boolean) ?? session
      },
    })
    if (`${call.method} ${call.path}`.endsWith(ENDS)) session = undefined
    return answer
  }
}

function bySession({ headers: { authorization: _token, ...headers }, ...call }: OutgoingCall, session: string) {
  return { ...call, headers: { ...headers, cookie: `${COOKIE}=${session}` } }
}
