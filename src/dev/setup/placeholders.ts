import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { LOCALES } from '#shared/i18n/locale.ts'

import type { DraftFiles } from './draft-files.ts'

/** Text in square brackets in a page. */
interface Placeholder {
  /** Below the content folder, such as `en/policies/privacy-policy.md`. */
  file: string
  line: number
  /** Without the brackets. */
  text: string
}

/** Text in square brackets that is no link, image, footnote or check box. */
const PLACEHOLDER = /(?<![\]!\\])\[(?![\^ xX]?\])([^[\]]+)\](?![([:])/g
const CODE = /^(?:```|~~~)/

/** @returns paths of the pages below the content folder, sorted */
export async function listPages(contentDir: string, extensions: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    LOCALES.map(async (locale) => {
      const names = await readdir(join(contentDir, locale), { recursive: true })
      return names.map((name) => `${locale}/${name.replaceAll('\\', '/')}`)
    }),
  )
  return found
    .flat()
    .filter((name) => extensions.some((extension) => name.endsWith(extension)))
    .toSorted()
}

/** Finds the placeholders of all pages, in the order of the files and their lines. */
export async function findPlaceholders(files: DraftFiles, contentDir: string): Promise<Placeholder[]> {
  const found: Placeholder[] = []
  for (const file of await listPages(contentDir, ['.md'])) {
    const text = await files.read(join(contentDir, file))
    found.push(...placeholdersIn(text).map((placeholder) => ({ file, ...placeholder })))
  }
  return found
}

/** @returns the placeholders of a page, without those in its code blocks */
export function placeholdersIn(source: string): Omit<Placeholder, 'file'>[] {
  let isCode = false
  return source.split('\n').flatMap((content, index) => {
    if (CODE.test(content)) isCode = !isCode
    if (isCode) return []
    return [...content.matchAll(PLACEHOLDER)].map(([, text = '']) => ({ line: index + 1, text: plain(text) }))
  })
}

/**
 * Replaces placeholders of a page outside its code blocks. A line or paragraph that is empty then is removed.
 * @param replacement returns undefined to leave a placeholder, '' to remove it
 */
export function replacePlaceholders(source: string, replacement: (text: string) => string | undefined): string {
  const lines = source.split('\n')
  const result: string[] = []
  let isCode = false
  for (let index = 0; index < lines.length; index += 1) {
    const content = lines[index] ?? ''
    if (CODE.test(content)) isCode = !isCode
    const replaced = isCode ? content : replaceInLine(content, replacement)
    if (replaced.trim() !== '' || content.trim() === '') result.push(replaced)
    // Of the two empty lines around a paragraph one stays.
    else if ((result.at(-1) ?? '') === '' && lines[index + 1] === '') index += 1
  }
  return result.join('\n')
}

/** Where a placeholder is removed, the spaces around it become one; indentation and a hard break at the end stay. */
function replaceInLine(content: string, replacement: (text: string) => string | undefined): string {
  let result = ''
  let end = 0
  for (const match of content.matchAll(PLACEHOLDER)) {
    const [whole, text = ''] = match
    result += content.slice(end, match.index)
    end = match.index + whole.length
    const value = replacement(plain(text))
    if (value !== '') {
      result += value ?? whole
      continue
    }
    if (/^(?: *$|[!),.:;?])/.test(content.slice(end))) result = result.replace(/ +$/, '')
    else if (result === '' || result.endsWith(' ')) end += /^ */.exec(content.slice(end))?.[0].length ?? 0
  }
  return result + content.slice(end)
}

/** Pages have no-break spaces after short words, which a merchant does not type. */
function plain(text: string): string {
  return text.replaceAll('\u00A0', ' ')
}
