import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

import { generate } from 'selfsigned'

export async function serveHosts(origins: readonly string[], answer: RequestListener) {
  const hosts = origins.map((origin) => new URL(origin).hostname)
  const { private: key, cert } = await generate([{ name: 'commonName', value: hosts[0] ?? '' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: hosts.map((value) => ({ type: 2, value })) }],
  })
  const server = createServer({ key, cert }, answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  return {
    port,
    certificate: cert,
    flags: [
      `--host-resolver-rules=${hosts.map((host) => `MAP ${host} 127.0.0.1:${port}`).join(',')}`,
      `--ignore-certificate-errors-spki-list=${createHash('sha256').update(spki).digest('base64')}`,
    ],
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
