import {
  type ContentDocument,
  type ContentFault,
  isElement,
  type ContentBody,
  type ContentNode,
} from '#content/document.ts'
import type { ContentLink, ParsedFile } from '#content/document/parse-document.ts'
import { CHECKOUT_STEPS } from '#shared/checkout/checkout-steps.ts'
import { isLocale } from '#shared/i18n/locale.ts'
import { PAGE_PATHS, type PagePath } from '#shared/page/page-paths.ts'
import { CATEGORY_HANDLES } from '#shared/shop/category-handles.ts'

const EXTERNAL = /^(?:https?:\/\/|mailto:|tel:)/i

/**
 * Only drafts may link to drafts.
 * @param handles of the products that are sold; without them, links to products are not checked
 */
export function findDeadLinks(files: readonly ParsedFile[], handles?: readonly string[]): ContentFault[] {
  const pages = new Map<string, ContentDocument>()
  for (const document of documentsOf(files).toReversed()) pages.set(keyOf(document, document._path), document)

  return files.flatMap((file) => {
    const { document: from } = file
    if (!from) return []
    return linksOf(file).flatMap(({ to, line }) => {
      const message = reasonOf(from, to)
      return message ? [{ file: from._file, line, message }] : []
    })
  })

  function reasonOf(from: ContentDocument, to: string): string | undefined {
    if (EXTERNAL.test(to)) return undefined
    const [, path = '', id] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(decoded(to)) ?? []
    if (path === '')
      return id === undefined || idsOf(from).has(id) ? undefined : `“${to}”: there is no such place here.`
    if (!/^\/(?!\/)/.test(path)) return `“${to}” is no address: write /path, #place or https://….`
    if (isLocale(path.split('/')[1])) return `“${to}” is written without its language.`
    const [, handle] = /^\/shop\/product\/([^/]+)\/?$/.exec(path) ?? []
    if (handle !== undefined && handles && !handles.includes(handle)) return `“${to}”: no such product is sold.`
    const page = pageAt(from, path.replace(/(?<=.)\/$/, ''))
    if (!page) return isAppPath(path) ? undefined : `“${to}” leads to no page in “${from._locale}”.`
    return id === undefined || idsOf(page).has(id) ? undefined : `“${to}”: ${page._file} has no such place.`
  }

  function pageAt(from: ContentDocument, path: string): ContentDocument | undefined {
    const page = pages.get(keyOf(from, path)) ?? pages.get(keyOf(from, `${path}/_dir`))
    if (!page || (page._draft && !from._draft)) return undefined
    // A folder without a page is reachable only if it has a redirect.
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

/** Pages that exist only as content files. */
const CONTENT_PATHS: readonly PagePath[] = ['blogs', 'blogs/:article', '*']
const APP_PATHS = PAGE_PATHS.filter((path) => !CONTENT_PATHS.includes(path))

/** Other parameters accept any value. */
const VALUES: Record<string, readonly string[]> = { ':category': CATEGORY_HANDLES, ':step?': CHECKOUT_STEPS }

/** @param path without its language, starting with `/` */
export function isAppPath(path: string): boolean {
  const given = path.split('/').slice(1)
  return APP_PATHS.some((pattern) => {
    const parts = pattern.split('/')
    const isWhole = parts.length === given.length || (pattern.endsWith('?') && parts.length === given.length + 1)
    return isWhole && given.every((text, index) => matchesPart(parts[index] ?? '', text))
  })
}

function matchesPart(part: string, given: string): boolean {
  if (!part.startsWith(':')) return part === given
  return VALUES[part]?.includes(given) ?? given !== ''
}

function idsOf({ _type, body }: ContentDocument): Set<string> {
  return new Set(_type === 'markdown' ? (body as ContentBody).children.flatMap(idsIn) : [])
}

function idsIn(node: ContentNode): string[] {
  if (!isElement(node)) return []
  const { id } = node.props
  return [...(typeof id === 'string' ? [id] : []), ...node.children.flatMap(idsIn)]
}

/** Fields that contain links, at any depth. */
const LINK_FIELDS = new Set(['redirect', 'path', 'more'])

function linksOf({ document, links, lines }: ParsedFile): ContentLink[] {
  return [...links, ...fieldLinks(document ?? {}, '')]

  function fieldLinks(fields: object, prefix: string): ContentLink[] {
    return Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
      const key = prefix === '' ? name : `${prefix}.${name}`
      if (prefix === '' && (name === 'body' || name.startsWith('_'))) return []
      if (typeof value === 'object' && value !== null) return fieldLinks(value, key)
      return LINK_FIELDS.has(name) && typeof value === 'string' ? [{ to: value, line: lines.get(key) ?? 1 }] : []
    })
  }
}
