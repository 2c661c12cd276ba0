import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { build } from 'vite'

const ROOT = join(import.meta.dirname, '../../..')

const ENTRY = `
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { proxy, useSnapshot } from 'valtio'

const state = proxy({ count: 0 })
function Page() {
  return createElement('p', { onClick: () => (state.count += 1) }, useSnapshot(state).count)
}
const router = createBrowserRouter([{ path: '*', Component: Page }])
const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
hydrateRoot(document, createElement(I18nProvider, { i18n }, createElement(RouterProvider, { router })))
`

export async function bareScriptBytes(): Promise<number> {
  // Inside node_modules, so that the entry resolves its packages.
  const root = join(ROOT, 'node_modules/.cache/bare-scripts')
  await mkdir(root, { recursive: true })
  await writeFile(join(root, 'entry.js'), ENTRY)
  try {
    const built = await build({
      root,
      configFile: false,
      logLevel: 'silent',
      build: { write: false, rollupOptions: { input: join(root, 'entry.js') } },
    })
    const outputs = Array.isArray(built) ? built : [built]
    const chunks = outputs.flatMap((output) => ('output' in output ? output.output : []))
    return chunks.reduce((sum, chunk) => sum + (chunk.type === 'chunk' ? gzipSync(chunk.code).length : 0), 0)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}
