import type { NavigationNode } from '#shared/content/content-source.ts'

import type { ContentDocument } from '../../document.ts'
import { titleOf } from '../../document/title-of.ts'
import { isRecord } from '../is-record.ts'

interface Branch {
  node: NavigationNode
  file: string
  children: Branch[]
}

const INDEX_FILE = /^(?:\d+\.)?index\.md$/
const byPath = new Intl.Collator('en-US')
const byFile = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' })

/** `folders` are the `_dir` files; nodes contain `fields` of pages and folders. */
export function buildNavigation(
  pages: readonly ContentDocument[],
  folders: readonly ContentDocument[],
  fields: readonly string[],
): NavigationNode[] {
  const configs = new Map(folders.map((folder) => [folderOf(folder), readConfig(folder)]))
  const isHidden = (path: string) => configs.get(path)?.['navigation'] === false
  const extrasOf = (path: string) => pickExtras(configs.get(path) ?? {}, fields)
  const roots: Branch[] = []

  for (const page of pages.toSorted((a, b) => byPath.compare(a._path, b._path))) {
    const steps = parentPaths(page._path)
    const isIndex = INDEX_FILE.test(page._file.slice(page._file.lastIndexOf('/') + 1))
    if (isIndex && isHidden(page._path)) continue
    // A hidden folder hides all its contents, but its parent folders stay visible.
    const hidden = steps.findIndex(isHidden)
    let siblings = roots
    for (const path of hidden < 0 ? steps : steps.slice(0, hidden)) {
      let parent = siblings.find(({ node }) => node._path === path)
      if (!parent) {
        const title = titleOf(path.slice(path.lastIndexOf('/') + 1))
        parent = { node: { title, _path: path, ...extrasOf(path) }, file: page._file, children: [] }
        siblings.push(parent)
      }
      siblings = parent.children
    }
    if (hidden < 0) siblings.push(toBranch(page, fields, isIndex ? extrasOf(page._path) : undefined))
  }
  return finish(roots)
}

/** An index page becomes the node of its folder with a child for the page itself. The home page has no such child. */
function toBranch(page: ContentDocument, fields: readonly string[], folder?: Record<string, unknown>): Branch {
  const plain = {
    title: page.title,
    _path: page._path,
    ...pickExtras(page, fields),
    ...(page._draft ? { _draft: true } : {}),
  }
  const file = page._file
  if (!folder) return { node: plain, file, children: [] }
  const children = page._path === '/' ? [] : [{ node: plain, file, children: [] }]
  return { node: { ...plain, ...folder }, file, children }
}

function parentPaths(path: string): string[] {
  const steps = path.split('/').slice(1, -1)
  return steps.map((_, index) => `/${steps.slice(0, index + 1).join('/')}`)
}

function folderOf({ _path: path }: ContentDocument): string {
  return path.slice(0, path.lastIndexOf('/')) || '/'
}

/** Settings may also be in the body. The title derived from the name `_dir` is ignored. */
function readConfig(folder: ContentDocument): Record<string, unknown> {
  const { title, ...config } = folder
  const named = title === undefined || title.toLowerCase() === 'dir' ? {} : { title }
  return { ...named, ...config, ...(isRecord(folder.body) ? folder.body : {}) }
}

function pickExtras(from: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {}
  for (const key of ['title', ...fields])
    if (Object.hasOwn(from, key) && from[key] !== undefined) picked[key] = from[key]
  const own = from['navigation']
  if (!isRecord(own)) return picked
  // Authors cannot override the structure of the tree.
  const others = Object.entries(own).filter(([key]) => key !== '_path' && key !== 'children')
  return { ...picked, ...Object.fromEntries(others) }
}

function finish(branches: Branch[]): NavigationNode[] {
  return branches
    .map((branch) => ({ ...branch, stem: branch.file.replace(/\.[^.]*$/, '') }))
    .toSorted((a, b) => byFile.compare(a.stem, b.stem))
    .map(({ node, children }) => (children.length > 0 ? { ...node, children: finish(children) } : node))
}
