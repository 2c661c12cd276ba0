import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Locale } from '#shared/i18n/locale.ts'
import type { Build } from '#shared/page/build-manifest.ts'
import type { PageAssets, RenderablePage } from '#shared/page/page-module.ts'
import { type ScriptInventory, scriptInventoryPath } from '#shared/page/script-inventory.ts'

import type { EntryScript, IntegrityMap } from './html-stream.ts'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

/** The files of the browser's build that a page needs, by the ids of its matched routes and its language. */
export interface AssetMap {
  entry: EntryScript
  /** The import map of the scripts that a checkout page may load later; undefined if files have no hashes. */
  checkoutMap: IntegrityMap | undefined
  forPage: (page: Pick<RenderablePage, 'routeIds' | 'messages'>, locale: Locale) => PageAssets
}

const ENTRY = 'index.html'
/** The module that the entry loads once the page is painted. */
const HYDRATE = 'hydrate-page.tsx'

/**
 * Reads Vite's manifest and the inventory of scripts.
 * @param clientDir the build's folder for the browser
 */
export async function loadAssetMap(clientDir: string, build: string): Promise<AssetMap> {
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(clientDir, name), 'utf8'))
  const manifest = (await read('.vite/manifest.json')) as Record<string, Chunk>
  const { scripts } = (await read(scriptInventoryPath(build))) as ScriptInventory
  const hashes = new Map(scripts.map((script) => [script.file, script.sha384]))
  const used = scripts.filter(({ checkout }) => checkout !== 'never')
  const entry = manifest[ENTRY]
  if (!entry) throw new Error(`The browser build in ${clientDir} has no entry ${ENTRY}.`)

  const forPage: AssetMap['forPage'] = ({ routeIds, messages: text }, locale) => {
    const chunks = new Set<Chunk>([entry])
    const roots = [
      ...routeIds.map((id) => `${id}.tsx`),
      ...['pages', ...text].map((name) => `../../locales/${name}/${locale}.po`),
    ]
    for (const root of roots) addWithImports(manifest, root, chunks)
    for (const root of [ENTRY, HYDRATE]) addWithImports(manifest, root, chunks)
    const all = [...chunks]
    return {
      styles: unique(all.flatMap((chunk) => chunk.css ?? [])),
      modules: unique(all.filter((chunk) => chunk !== entry).map((chunk) => chunk.file)).map(
        (path) => `${path}#${hashes.get(path)}`,
      ),
    }
  }
  const src = `/${entry.file}`
  return {
    entry: { src, integrity: `sha384-${hashes.get(src)}` },
    // With it a browser refuses a changed script, even from a late import.
    checkoutMap: { integrity: Object.fromEntries(used.map(({ file, sha384 }) => [file, `sha384-${sha384}`])) },
    forPage: remember(forPage),
  }
}

/** In development Vite serves the source files themselves. */
export const DEV_ASSETS: AssetMap = {
  entry: { src: '/entry.dev.client.ts' },
  checkoutMap: undefined,
  forPage: () => ({ styles: ['/styles.css'], modules: [] }),
}

function addWithImports(manifest: Record<string, Chunk>, key: string, found: Set<Chunk>): void {
  const chunk = manifest[key]
  if (!chunk) return
  if (found.has(chunk) && key !== ENTRY) return
  found.add(chunk)
  for (const name of chunk.imports ?? []) addWithImports(manifest, name, found)
}

function unique(files: string[]): string[] {
  return [...new Set(files)].map((file) => `/${file}`)
}

function remember(forPage: AssetMap['forPage']): AssetMap['forPage'] {
  const known = new Map<string, PageAssets>()
  return (page, locale) => {
    const key = `${locale} ${page.routeIds.join(' ')}`
    const assets = known.get(key) ?? forPage(page, locale)
    known.set(key, assets)
    return assets
  }
}

/**
 * Reads the id of the build in a folder. A running server continues to use its id, even if a newer build replaces the
 * folder.
 * @param clientDir the build's folder for the browser
 */
export async function readBuild(clientDir: string): Promise<string> {
  const { id } = JSON.parse(await readFile(join(clientDir, '.vite/build.json'), 'utf8')) as Build
  return id
}
