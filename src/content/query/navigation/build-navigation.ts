import type { ContentDocument } from '../../document.ts'
import { titleOf } from '../../document/title-of.ts'
import type { NavigationNode } from '../content-query.ts'
import { isRecord } from '../is-record.ts'

/** A node while the tree grows: where its file lies, for the order, and anyone who comes beneath. */
interface Branch {
  node: NavigationNode
  file: string
  children: Branch[]
}

const INDEX_FILE = /^(?:\d+\.)?index\.md$/
const byPath = new Intl.Collator('en-US')
const byFile = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' })

/**
 * Makes the tree of a site's pages in one language.
 * @param pages in any order; where two have one path, in theirs
 * @param folders configurations, `_dir` files
 * @param fields of pages and folders that nodes show
 */
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
    const steps = pathsAbove(page._path)
    const isIndex = INDEX_FILE.test(page._file.slice(page._file.lastIndexOf('/') + 1))
    if (isIndex && isHidden(page._path)) continue
    // A hidden folder hides what lies beneath it; the folders above it stay.
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

/** An index page stands for its folder, and beneath it once more for itself; the home page only for itself. */
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

/** `/a/b/c` lies beneath `/a` and `/a/b`. */
function pathsAbove(path: string): string[] {
  const steps = path.split('/').slice(1, -1)
  return steps.map((_, index) => `/${steps.slice(0, index + 1).join('/')}`)
}

function folderOf({ _path: path }: ContentDocument): string {
  return path.slice(0, path.lastIndexOf('/')) || '/'
}

/** What is written in the body counts as well, and a title that no one wrote does not. */
function readConfig(folder: ContentDocument): Record<string, unknown> {
  const { title, ...config } = folder
  const named = title === undefined || title.toLowerCase() === 'dir' ? {} : { title }
  return { ...named, ...config, ...(isRecord(folder.body) ? folder.body : {}) }
}

/** The title of a folder, the configured fields, and all that stands under `navigation`. */
function pickExtras(from: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {}
  for (const key of ['title', ...fields])
    if (Object.hasOwn(from, key) && from[key] !== undefined) picked[key] = from[key]
  const own = from['navigation']
  if (!isRecord(own)) return picked
  // What makes the tree a tree is not the author's to change.
  const others = Object.entries(own).filter(([key]) => key !== '_path' && key !== 'children')
  return { ...picked, ...Object.fromEntries(others) }
}

function finish(branches: Branch[]): NavigationNode[] {
  return branches
    .map((branch) => ({ ...branch, stem: branch.file.replace(/\.[^.]*$/, '') }))
    .toSorted((a, b) => byFile.compare(a.stem, b.stem))
    .map(({ node, children }) => (children.length > 0 ? { ...node, children: finish(children) } : node))
}
