import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

import { isMap, isScalar, parseDocument, type Document } from 'yaml'

import type { Site } from '#server/content/load-site.ts'

import type { DraftFiles } from './draft-files.ts'

/**
 * Sets keys of `site.yml` in a draft, and keeps its comments and the order of its keys.
 * @param values a key with the value undefined is removed
 * @returns one line for each changed key
 */
export async function changeSite(
  files: DraftFiles,
  contentDir: string,
  values: { [Key in keyof Site]?: Site[Key] | undefined },
): Promise<string[]> {
  const path = join(contentDir, 'site.yml')
  const document = parseDocument(await files.read(path))
  const lines: string[] = []
  for (const [key, value] of Object.entries(values)) setIn(document, [key], value, lines)
  if (lines.length > 0) files.change(path, document.toString({ lineWidth: 0, flowCollectionPadding: false }))
  return lines
}

function setIn(document: Document, path: string[], value: unknown, lines: string[]): void {
  const node: unknown = document.getIn(path, true)
  const old = valueIn(document, path)
  if (isDeepStrictEqual(old, value)) return
  if (isMap(node) && isRecord(value) && isRecord(old)) {
    for (const key of new Set([...Object.keys(old), ...Object.keys(value)]))
      setIn(document, [...path, key], value[key], lines)
    return
  }
  lines.push(`site.yml, ${path.join('.')}: ${show(old)} → ${show(value)}`)
  if (value === undefined) remove(document, path)
  else document.setIn(path, document.createNode(value))
}

/** Removes a key. The comment above it describes the key, so it moves to what follows. */
function remove(document: Document, path: readonly string[]): void {
  const parent: unknown = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents
  if (!isMap(parent)) return
  const index = parent.items.findIndex(({ key }) => isScalar(key) && key.value === path.at(-1))
  const [removed] = parent.items.splice(index, 1)
  const comment = isScalar(removed?.key) ? removed.key.commentBefore : undefined
  if (!comment) return
  const next = parent.items[index]?.key
  if (isScalar(next)) next.commentBefore = [comment, next.commentBefore].filter(Boolean).join('\n')
  else document.comment = [comment, document.comment].filter(Boolean).join('\n')
}

function valueIn(document: Document, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), document.toJS())
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function show(value: unknown): string {
  return value === undefined ? 'none' : typeof value === 'string' ? `"${value.trim()}"` : JSON.stringify(value)
}
