import { readFile } from 'node:fs/promises'

import type { Locale } from '#shared/i18n/locale.ts'
import type { PageAssets, RenderablePage } from '#shared/page/page-module.ts'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

/** What of the browser's build a page needs: looked up by the ids of its matched routes and its words. */
export interface AssetMap {
  entry: string
  forPage: (page: Pick<RenderablePage, 'routeIds' | 'words'>, locale: Locale) => PageAssets
}

const ENTRY = 'index.html'
/** What the entry brings once the page is painted. */
const WAKE = 'wake-page.tsx'

/**
 * Reads Vite's manifest.
 * @param file its path, made by the build
 */
export async function loadAssetMap(file: string): Promise<AssetMap> {
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, Chunk>
  const entry = manifest[ENTRY]
  if (!entry) throw new Error(`The browser build in ${file} has no entry ${ENTRY}.`)

  const forPage: AssetMap['forPage'] = ({ routeIds, words }, locale) => {
    const chunks = new Set<Chunk>([entry])
    const roots = [
      ...routeIds.map((id) => `${id}.tsx`),
      ...['pages', ...words].map((name) => `../../locales/${name}/${locale}.po`),
    ]
    for (const root of roots) addWithImports(manifest, root, chunks)
    for (const root of [ENTRY, WAKE]) addWithImports(manifest, root, chunks)
    const all = [...chunks]
    return {
      styles: unique(all.flatMap((chunk) => chunk.css ?? [])),
      modules: unique(all.filter((chunk) => chunk !== entry).map((chunk) => chunk.file)),
    }
  }
  return { entry: `/${entry.file}`, forPage: remember(forPage) }
}

/** In development Vite serves the sources themselves. */
export const DEV_ASSETS: AssetMap = {
  entry: '/entry.dev.client.ts',
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
