import { rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

import { stringify } from 'yaml'

import type { Answers } from './answers.ts'

const FILE = 'setup-answers.yml'

/**
 * Keeps typed answers in a file that only its owner can read.
 * @param dataDir the folder for it; without this folder, the current one is used
 * @returns the file's path, relative to the current folder
 */
export async function saveAnswers(answers: Answers, dataDir: string): Promise<string> {
  const hasFolder = await stat(dataDir).then(
    (found) => found.isDirectory(),
    () => false,
  )
  const path = join(hasFolder ? dataDir : '.', FILE)
  // The mode counts only for a file that is new.
  await rm(`${path}.new`, { force: true })
  await writeFile(`${path}.new`, stringify(answers, { lineWidth: 0 }), { mode: 0o600 })
  await rename(`${path}.new`, path)
  return relative('.', path)
}
