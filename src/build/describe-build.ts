import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

import type { Plugin, Rolldown } from 'vite'

import { buildManifestPath, type Build, type BuildManifest } from '../shared/page/build-manifest.ts'
import {
  INLINE_SCRIPTS,
  scriptInventoryPath,
  type InventoryScript,
  type ScriptInventory,
} from '../shared/page/script-inventory.ts'
import { GOOGLE_PAY_HOST, PAYPAL_HOSTS } from '../shared/privacy/third-party-hosts.ts'
import { purposeOf } from './script-purposes.ts'

const BEGINNING = /\/hydrate-page\.tsx$/

const ASKED_BY_PAGES = /\/pages\/|\.po$/

/** Loaded when a checkout page opens, besides the chunks of every page. */
const CHECKOUT = /\/private-pages\.tsx$|\/pages\/checkout-[\w-]+\.tsx$|\/locales\/(?:pages|private|cart)\/\w+\.po$/
/** Checkout pages are full document loads: none of them runs the script of another page. */
const PAGE = /\/pages\/[\w-]+\.tsx$/

export function describeBuild(): Plugin {
  let scripts: InventoryScript[] = []
  return {
    name: 'describe-build',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const { root } = this.environment.config
        scripts = toScripts(bundle, root)
        const manifest = toManifest(bundle, root, scripts)
        const { id } = manifest
        const emit = (fileName: string, content: object, indent?: number) =>
          this.emitFile({ type: 'asset', fileName, source: JSON.stringify(content, null, indent) })
        emit(buildManifestPath(id).slice(1), manifest)
        // The server reads its own id here: a newer build may be written to the folder while it still runs.
        emit('.vite/build.json', { id } satisfies Build)
        const inventory: ScriptInventory = { build: id, scripts, inline: INLINE_SCRIPTS, thirdParties: THIRD_PARTIES }
        emit(scriptInventoryPath(id), inventory, 1)
      },
    },
    /** Browsers refuse to run a script that another plugin changed after it was hashed. */
    async writeBundle({ dir = '' }) {
      for (const { file, sha384 } of scripts)
        if (hashOf(await readFile(join(dir, file))) !== sha384) this.error(`${file} was changed after it was hashed.`)
    },
  }
}

const THIRD_PARTIES: ScriptInventory['thirdParties'] = [
  ...PAYPAL_HOSTS.map((origin) => ({
    origin,
    purpose: "PayPal's SDK: its buttons, card fields and windows, in which the shopper pays",
    directives: ['script-src', 'frame-src', 'connect-src', 'img-src'],
    when: 'checkout pages of a shop with PAYPAL_CLIENT_ID, when PayPal is chosen',
  })),
  {
    origin: GOOGLE_PAY_HOST,
    purpose: "Google Pay's script: its button and its window, in which the shopper pays",
    directives: ['script-src', 'frame-src', 'connect-src'],
    when: 'checkout pages of a shop whose PayPal account accepts Google Pay, when PayPal is chosen',
  },
]

function toManifest(bundle: Rolldown.OutputBundle, root: string, scripts: readonly InventoryScript[]): BuildManifest {
  const chunks = chunksOf(bundle)
  const everywhere = new Set(
    chunks
      .filter(({ isEntry, facadeModuleId }) => isEntry || BEGINNING.test(facadeModuleId ?? ''))
      .flatMap((entry) => filesOf(entry, bundle)),
  )
  const parts = chunks
    .filter(({ isDynamicEntry, facadeModuleId }) => isDynamicEntry && ASKED_BY_PAGES.test(facadeModuleId ?? ''))
    .map((chunk): [string, string[]] => [
      relative(root, chunk.facadeModuleId ?? ''),
      filesOf(chunk, bundle)
        .filter((file) => !everywhere.has(file))
        .map((file) => `/${file}`),
    ])
  const asked = new Set(parts.flatMap(([, files]) => files))
  return {
    id: idOf(bundle),
    parts: Object.fromEntries(parts.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    sha384: Object.fromEntries(scripts.flatMap(({ file, sha384 }) => (asked.has(file) ? [[file, sha384]] : []))),
  }
}

function toScripts(bundle: Rolldown.OutputBundle, root: string): InventoryScript[] {
  const chunks = chunksOf(bundle)
  const first = chunks.filter(
    ({ isEntry, facadeModuleId }) =>
      isEntry || BEGINNING.test(facadeModuleId ?? '') || CHECKOUT.test(facadeModuleId ?? ''),
  )
  const atOnce = new Set(first.flatMap((chunk) => filesOf(chunk, bundle)))
  const used = new Set(atOnce)
  for (const name of used) {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk') continue
    for (const imported of [...chunk.imports, ...chunk.dynamicImports]) {
      const target = bundle[imported]
      if (target?.type === 'chunk' && !PAGE.test(target.facadeModuleId ?? '')) used.add(imported)
    }
  }
  const project = join(root, '../..')
  return chunks
    .map((chunk): InventoryScript => {
      const { fileName, facadeModuleId, name, code, moduleIds } = chunk
      return {
        file: `/${fileName}`,
        purpose: purposeOf(
          facadeModuleId ? relative(root, facadeModuleId) : name,
          [...(facadeModuleId ? [facadeModuleId] : []), ...moduleIds].map((id) => relative(project, id)),
        ),
        sha384: hashOf(code),
        checkout: atOnce.has(fileName) ? 'at once' : used.has(fileName) ? 'when used' : 'never',
      }
    })
    .toSorted((a, b) => (a.file < b.file ? -1 : 1))
}

function hashOf(bytes: string | Buffer): string {
  return createHash('sha384').update(bytes).digest('base64')
}

function chunksOf(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((file) => file.type === 'chunk')
}

/** File names contain content hashes, so equal sources give equal ids. */
function idOf(bundle: Rolldown.OutputBundle): string {
  const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
  return createHash('sha256').update(names.toSorted().join('\n')).digest('hex').slice(0, 12)
}

function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, found = new Set<string>()): string[] {
  found.add(chunk.fileName)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk' && !found.has(name)) filesOf(imported, bundle, found)
  }
  return [...found]
}
