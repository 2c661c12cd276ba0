import t from 'tap'
import type { Plugin } from 'vite'

import { buildWith } from '#test/support/build-with.ts'

for (const [title, poison] of [
  ['by its name', "import '#server/config.ts'"],
  ['by its path', "export * from '../../server/config.ts'"],
  ['late', "void import('#server/config.ts')"],
] as const) {
  t.test(`a page that imports server code ${title} fails the build`, async (t) => {
    await t.rejects(buildWith(prepend(/src\/app\/pages\/home-page\.tsx$/, poison)), {
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
