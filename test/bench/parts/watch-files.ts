import { readFileSync, existsSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join, relative } from 'node:path'

export interface ScriptCoverage {
  url: string
  functions: { functionName: string; ranges: { startOffset: number; count: number }[] }[]
}

/**
 * @param scripts functions that ran since the count began
 * @param folder folder of the shop; scripts outside it are ignored
 * @param fileOf path of a script; undefined for one that is not the shop's
 * @returns source files of which a function ran, as paths from the folder. A file that was only loaded does not count
 */
export function filesThatRan(
  scripts: readonly ScriptCoverage[],
  folder: string,
  fileOf: (url: string) => string | undefined,
): Set<string> {
  const files = new Set<string>()
  for (const { url, functions } of scripts) {
    const script = fileOf(url)
    if (script === undefined) continue
    const sourceAt = sourcesOf(script)
    // The module itself and its initialization have no name and begin at offset 0.
    for (const { ranges } of functions) {
      const [range] = ranges
      if (!range || range.count === 0 || range.startOffset === 0) continue
      const source = relative(folder, sourceAt(range.startOffset))
      if (/^(?:src|commerce\/src)\/.*\.[jt]sx?$/.test(source)) files.add(source)
    }
  }
  return files
}

function sourcesOf(script: string): (offset: number) => string {
  if (!existsSync(`${script}.map`)) return () => script
  const map = new SourceMap(
    JSON.parse(readFileSync(`${script}.map`, 'utf8')) as ConstructorParameters<typeof SourceMap>[0],
  )
  const starts = [0]
  const text = readFileSync(script, 'utf8')
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset)
    const entry = map.findEntry(line, offset - (starts[line] ?? 0))
    // Code that the bundler generated has no source.
    return 'originalSource' in entry && entry.originalSource ? join(script, '..', entry.originalSource) : script
  }
}
