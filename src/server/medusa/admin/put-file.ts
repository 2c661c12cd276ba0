import { Agent } from 'undici'

import { exchange, toBackendError } from '../exchange.ts'
import { UnsendableError } from '../unsendable-error.ts'

const TIMEOUTS = { headers: 120_000, body: 30_000 }
/** What stores of files say in XML. */
const XML_MESSAGE = /<Message>([^<]+)<\/Message>/

/**
 * Lays a file at an address that was signed beforehand, over a connection of its own: none of our headers goes along.
 * @throws BackendError with the message of the answer, else its status text; UnsendableError for what is no address
 */
export async function putFile(url: string, file: File): Promise<void> {
  const { origin, pathname, search } = addressOf(url)
  const agent = new Agent()
  try {
    const answer = await exchange(agent, origin, {
      method: 'PUT',
      path: `${pathname}${search}`,
      headers: file.type ? { 'content-type': file.type } : {},
      body: await file.bytes(),
      timeouts: TIMEOUTS,
      signal: undefined,
    })
    if (answer.status < 300) return
    const [, message] = XML_MESSAGE.exec(answer.text) ?? []
    throw toBackendError(message ? { ...answer, text: JSON.stringify({ message }) } : answer)
  } finally {
    await agent.destroy()
  }
}

function addressOf(url: string): URL {
  const address = URL.parse(url)
  if (address && /^https?:$/.test(address.protocol)) return address
  throw new UnsendableError(`"${url}" is no address of a file: it begins with https://.`)
}
