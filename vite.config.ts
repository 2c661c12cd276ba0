import { readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

import viteFastify from '@fastify/vite/plugin'
import { getConfig } from '@lingui/conf'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const root = resolve(import.meta.dirname, 'src/app')
const words = { configPath: resolve(import.meta.dirname, 'locales/lingui.config.ts') }

/** What every page needs: in one file, though fields and the names of countries stand beside the rest. */
const EVERYWHERE = [
  // What reads expressions is needed by nobody who has not asked for a preview.
  /node_modules\/(?!re2js)/,
  /src\/app\/(?:routing|layouts|overlays|i18n)\/(?!load-root|footer\/load-|visit\/)/,
  /src\/app\/ui\/(?!(?:check-)?field)/,
  /src\/app\/(?:cart\/cart-(?:api|view)|country\/visitor-country|shop\/not-found)\.ts/,
  /src\/app\/(?:content\/client\/open-later|preview\/late-preview-bar)\.tsx?/,
  /src\/app\/analytics\/track\.ts/,
  /src\/shared\/(?!email-address|country|text)/,
]

/**
 * What every page needs comes in one file, and what shows a piece in another: left alone, each part that two pages
 * share would be a file of its own, and twenty small ones compress worse than two.
 */
const CHUNKS = [
  { name: 'base', test: (id: string) => EVERYWHERE.some((path) => path.test(id)) },
  { name: 'product', test: /src\/app\/product\/(?!on-demand\/)/ },
  { name: 'categories', test: /src\/app\/shop\/category-/ },
  { name: 'content', test: /src\/app\/content\/(?!client\/)/ },
]

export default defineConfig({
  root,
  build: {
    outDir: resolve(import.meta.dirname, 'dist'),
    assetsInlineLimit: 0,
    modulePreload: {
      // The server names every module in the page's head; a browser that cannot preload does without.
      polyfill: false,
      // What opens within a page uses little that the page has not loaded: a list of it costs more than it saves.
      resolveDependencies: (file, names) => (/-page-/.test(file) ? names : []),
    },
    // A shop that runs from this folder, and the pages that it has sent, still ask for the files of the build before.
    emptyOutDir: false,
  },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } } } } },
  plugins: [
    refuseServerCode(),
    viteFastify({ clientModule: '/index.tsx' }),
    react(),
    lingui(words),
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig(words) }, words)] }),
    tailwindcss(),
    precompress(),
  ],
})

/** Where code runs is a build error, not a hope: what a page imports may end in a browser. */
function refuseServerCode(): Plugin {
  const forbidden = ['src/server', 'src/dev', 'commerce'].map((zone) => resolve(import.meta.dirname, zone))
  return {
    name: 'refuse-server-code',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!importer) return null
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
      const zone = forbidden.find((path) => resolved?.id.startsWith(`${path}/`))
      if (!zone) return null
      const from = relative(import.meta.dirname, importer)
      const to = relative(import.meta.dirname, resolved?.id ?? source)
      return this.error(`${from} imports ${to}: a page may be sent to a browser, so it cannot import server code.`)
    },
  }
}

/** Text files of the build stand compressed beside themselves, so that the server compresses none of them. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle({ dir = '' }, bundle) {
      const files = [...Object.keys(bundle).filter((name) => /\.(?:js|css)$/.test(name)), 'favicon.svg']
      await Promise.all(files.map((name) => compressFile(join(dir, name))))
    },
  }
}

async function compressFile(file: string): Promise<void> {
  const text = await readFile(file)
  await Promise.all([
    promisify(brotliCompress)(text).then((bytes) => writeFile(`${file}.br`, bytes)),
    promisify(gzip)(text, { level: 9 }).then((bytes) => writeFile(`${file}.gz`, bytes)),
  ])
}
