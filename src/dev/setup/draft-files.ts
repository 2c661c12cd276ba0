import { readFile, rename, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'

/** Text files with changes that are kept in memory until `write`. */
export interface DraftFiles {
  /** @returns the text with all changes so far */
  read(path: string): Promise<string>
  change(path: string, text: string): void
  /** Writes the changed files. @returns their paths, relative to the current folder */
  write(): Promise<string[]>
}

export function draftFiles(): DraftFiles {
  const originals = new Map<string, string>()
  const texts = new Map<string, string>()
  return {
    async read(path) {
      const known = texts.get(path)
      if (known !== undefined) return known
      const text = await readFile(path, 'utf8')
      originals.set(path, text)
      texts.set(path, text)
      return text
    },
    change: (path, text) => void texts.set(path, text),
    async write() {
      const changed = [...texts].filter(([path, text]) => text !== originals.get(path))
      for (const [path, text] of changed) {
        // A reader of the file never sees half of it.
        await writeFile(`${path}.new`, text)
        await rename(`${path}.new`, path)
        originals.set(path, text)
      }
      return changed.map(([path]) => relative('.', path))
    },
  }
}
