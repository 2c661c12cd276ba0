import { join } from 'node:path'

import t from 'tap'
import { createBuilder, type Plugin } from 'vite'

for (const [title, poison] of [
  ['by its name', "import '#server/config.ts'"],
  ['by its path', "export * from '../../server/config.ts'"],
  ['late', "void import('#server/config.ts')"],
] as const) {
  t.test(`a page that imports server code ${title} fails the build`, async (t) => {
    const builder = await createBuilder({
      configFile: join(import.meta.dirname, '../../vite.config.ts'),
      logLevel: 'silent',
      build: { write: false },
      plugins: [prepend(/src\/app\/pages\/home-page\.tsx$/, poison)],
    })
    const { client } = builder.environments
    if (!client) throw new Error('the build has no browser half')
    await t.rejects(builder.build(client), {
      message: /pages\/home-page\.tsx imports src\/server\/config\.ts: a page may be sent to a browser/,
    })
  })
}

function prepend(file: RegExp, line: string): Plugin {
  return {
    name: 'prepend',
    enforce: 'pre',
    transform: (code, id) => (file.test(id) ? `${line}\n${code}` : null),
  }
}
