import type { ContentDocument, ContentFault } from '#content/document.ts'
import type { ParsedFile } from '#content/document/parse-document.ts'
import { isLocale } from '#shared/i18n/locale.ts'

import { isAppPath } from './app-paths.ts'
import { idsOf } from './document-ids.ts'
import { writtenLinks } from './written-links.ts'

const ELSEWHERE = /^(?:https?:\/\/|mailto:|tel:)/i

/** Finds links that lead to no page of ours, or to no place on it. A draft may be led to from drafts alone. */
export function findDeadLinks(files: readonly ParsedFile[]): ContentFault[] {
  const pages = new Map<string, ContentDocument>()
  for (const document of documentsOf(files).toReversed()) pages.set(keyOf(document, document._path), document)

  return files.flatMap((file) => {
    const { document: from } = file
    if (!from) return []
    return writtenLinks(file).flatMap(({ to, line }) => {
      const message = reasonOf(from, to)
      return message ? [{ file: from._file, line, message }] : []
    })
  })

  function reasonOf(from: ContentDocument, to: string): string | undefined {
    if (ELSEWHERE.test(to)) return undefined
    const [, path = '', id] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(decoded(to)) ?? []
    if (path === '')
      return id === undefined || idsOf(from).has(id) ? undefined : `“${to}”: there is no such place here.`
    if (!/^\/(?!\/)/.test(path)) return `“${to}” is no address: write /path, #place or https://….`
    if (isLocale(path.split('/')[1])) return `“${to}” is written without its language.`
    const page = pageAt(from, path.replace(/(?<=.)\/$/, ''))
    if (!page) return isAppPath(path) ? undefined : `“${to}” leads to no page in “${from._locale}”.`
    return id === undefined || idsOf(page).has(id) ? undefined : `“${to}”: ${page._file} has no such place.`
  }

  function pageAt(from: ContentDocument, path: string): ContentDocument | undefined {
    const page = pages.get(keyOf(from, path)) ?? pages.get(keyOf(from, `${path}/_dir`))
    if (!page || (page._draft && !from._draft)) return undefined
    // Of a folder without a page only its redirect can be seen.
    const isPage = !page._partial || Object.hasOwn(Object(page['navigation']) as object, 'redirect')
    return isPage ? page : undefined
  }
}

function documentsOf(files: readonly ParsedFile[]): ContentDocument[] {
  return files.flatMap(({ document }) => document ?? [])
}

function keyOf({ _locale }: ContentDocument, path: string): string {
  return `${_locale} ${path}`
}

function decoded(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}
