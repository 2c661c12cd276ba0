import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

interface SourceFile {
  path: string
  text: string
  lines: number
  imports: string[]
}

const ROOT = join(import.meta.dirname, '../..')
const ZONES: Record<string, string> = {
  '#app/': 'src/app/',
  '#content/': 'src/content/',
  '#dev/': 'src/dev/',
  '#server/': 'src/server/',
  '#shared/': 'src/shared/',
  '#test/': 'test/',
}

const SPECIFIER =
  /(?:^|[\s;}])(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|import\(\s*(?:\/\*.*?\*\/\s*)?['"]([^'"]+)['"]/g

export function readSources(...folders: string[]): SourceFile[] {
  return folders.flatMap(filesUnder).map((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    const found = [...text.matchAll(SPECIFIER)].map((match) => match[1] ?? match[2] ?? '')
    return { path, text, lines: text.split('\n').length - 1, imports: found.map((name) => resolveImport(name, path)) }
  })
}

export function findCycles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (node: string, trail: string[]): void => {
    const seen = trail.indexOf(node)
    if (seen !== -1) cycles.push([...trail.slice(seen), node].join(' -> '))
    if (seen !== -1 || done.has(node)) return
    for (const next of edges.get(node) ?? []) visit(next, [...trail, node])
    done.add(node)
  }
  for (const node of edges.keys()) visit(node, [])
  return cycles
}

export function groupEdges(
  sources: SourceFile[],
  groupOf: (path: string) => string | undefined,
): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>()
  for (const { path, imports } of sources) {
    const from = groupOf(path)
    if (from === undefined) continue
    const targets = edges.get(from) ?? new Set()
    for (const target of imports) {
      const to = groupOf(target)
      if (to !== undefined && to !== from) targets.add(to)
    }
    edges.set(from, targets)
  }
  return edges
}

function resolveImport(name: string, importer: string): string {
  const zone = Object.keys(ZONES).find((prefix) => name.startsWith(prefix))
  if (zone) return `${ZONES[zone]}${name.slice(zone.length)}`
  return name.startsWith('.') ? join(dirname(importer), name.replace(/\?.*$/, '')) : name
}

function filesUnder(folder: string): string[] {
  if (!statSync(join(ROOT, folder)).isDirectory()) return [folder]
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|js)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .toSorted()
}
