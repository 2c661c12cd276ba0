import type { ContentLink, ParsedFile } from '#content/document/parse-document.ts'

/** Fields that lead somewhere, wherever they stand. */
const LINK_FIELDS = new Set(['redirect', 'path', 'more'])

/** @returns what a file leads to: the links of its words and parts, and those among its fields */
export function writtenLinks({ document, links, lines }: ParsedFile): ContentLink[] {
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
