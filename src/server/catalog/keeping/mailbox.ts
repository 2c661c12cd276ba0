import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What another process of this shop asks of the one that reads the backend. */
export type Letter = { refresh: 'all' | string[] } | { region: string }

export interface Mailbox {
  post(letter: Letter): Promise<void>
  /** Takes every letter out, oldest first. */
  collect(): Promise<Letter[]>
}

/** @param folder made where it is missing */
export function createMailbox(folder: string): Mailbox {
  return {
    async post(letter) {
      await mkdir(folder, { recursive: true })
      const name = join(folder, `${String(Date.now()).padStart(15, '0')}-${randomUUID()}`)
      await writeFile(`${name}.tmp`, JSON.stringify(letter))
      await rename(`${name}.tmp`, `${name}.json`)
    },
    async collect() {
      const names = await readdir(folder).catch(() => [])
      const letters: Letter[] = []
      for (const name of names.filter((candidate) => candidate.endsWith('.json')).toSorted()) {
        const path = join(folder, name)
        const letter = await readFile(path, 'utf8').then(parseLetter, () => undefined)
        await rm(path, { force: true })
        if (letter) letters.push(letter)
      }
      return letters
    },
  }
}

function parseLetter(text: string): Letter | undefined {
  try {
    return JSON.parse(text) as Letter
  } catch {
    return undefined
  }
}
