import { readFileSync, existsSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join, relative } from 'node:path'

/** What V8 counts of one script: https://chromedevtools.github.io/devtools-protocol/tot/Profiler. */
export interface ScriptCoverage {
  url: string
  functions: { functionName: string; ranges: { startOffset: number; count: number }[] }[]
}

/**
 * @param scripts functions that ran since the count began
 * @param folder the shop's: scripts outside it are other people's
 * @param fileOf where a script lies; undefined for one that is not the shop's
 * @returns the source files of which a function ran, as paths from the folder; a file that was only loaded is not one
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
    // The whole script, and what it loads itself with, have no name and begin at its start.
    for (const { ranges } of functions) {
      const [range] = ranges
      if (!range || range.count === 0 || range.startOffset === 0) continue
      const source = relative(folder, sourceAt(range.startOffset))
      if (/^(?:src|commerce\/src)\/.*\.[jt]sx?$/.test(source)) files.add(source)
    }
  }
  return files
}

/** @returns the source file of a place in a script: by its map where it was built, else the script itself */
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
    // What the bundler itself has written has no source.
    return 'originalSource' in entry && entry.originalSource ? join(script, '..', entry.originalSource) : script
  }
}
