import { relative, resolve } from 'node:path'

import type { Plugin } from 'vite'

/** Any code that a page imports may be sent to browsers. */
export function refuseServerCode(root: string): Plugin {
  const forbidden = ['src/server', 'src/dev', 'commerce'].map((zone) => resolve(root, zone))
  return {
    name: 'refuse-server-code',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!importer) return null
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
      const zone = forbidden.find((path) => resolved?.id.startsWith(`${path}/`))
      if (!zone) return null
      const from = relative(root, importer)
      const to = relative(root, resolved?.id ?? source)
      return this.error(`${from} imports ${to}: a page may be sent to a browser, so it cannot import server code.`)
    },
  }
}
