/** `npm run content:check`: lists the errors in the content, by file and line. */
import { resolve } from 'node:path'

import { checkFolder } from '#server/content/check/check-folder.ts'

const folder = process.argv[2] ?? 'content'
const { documents, faults } = await checkFolder(resolve(folder))
for (const { file, line, message } of faults) console.log(`${folder}/${file}:${line} ${message}`)
if (faults.length === 0) console.log(`${documents} documents, all in order`)
process.exitCode = faults.length > 0 ? 1 : 0
