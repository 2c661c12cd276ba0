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

/** `forPage` goes by the ids of the matched routes and the language. */
export interface AssetMap {
  entry: EntryScript
  /** The import map of the scripts that a checkout page may load later; undefined if files have no hashes. */
  checkoutMap: IntegrityMap | undefined
  forPage: (page: Pick<RenderablePage, 'routeIds' | 'messages'>, locale: Locale) => PageAssets
}

const ENTRY = 'index.html'
/** The module that the entry loads once the page is painted. */
const HYDRATE = 'hydrate-page.tsx'

export async function loadAssetMap(file: string, { scripts }: ScriptInventory): Promise<AssetMap> {
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, Chunk>
  const hashes = new Map(scripts.map((script) => [script.file, script.sha384]))
  const entry = manifest[ENTRY]
  if (!entry) throw new Error(`The browser build in ${file} has no entry ${ENTRY}.`)

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
    checkoutMap: integrityMapOf(scripts),
    forPage: remember(forPage),
  }
}

/** With it a browser refuses a changed script, even from a late import. */
export function integrityMapOf(scripts: ScriptInventory['scripts']): IntegrityMap {
  const used = scripts.filter(({ checkout }) => checkout !== 'never')
  return { integrity: Object.fromEntries(used.map(({ file, sha384 }) => [file, `sha384-${sha384}`])) }
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

/** A running server continues to use its id, even if a newer build replaces the folder. */
export async function readBuild(clientDir: string): Promise<string> {
  const { id } = JSON.parse(await readFile(join(clientDir, '.vite/build.json'), 'utf8')) as Build
  return id
}

export interface BuildScripts {
  inventory: ScriptInventory
  /** The color mode script of every page. */
  inlineScript: string
}

export async function readScriptInventory(clientDir: string, build: string): Promise<ScriptInventory> {
  return JSON.parse(await readFile(join(clientDir, scriptInventoryPath(build)), 'utf8')) as ScriptInventory
}
