/**
 * `npm run checklist`: prints every rule of the specification with the tests that prove it, and those that nothing
 * proves yet with the reason; `--short` counts them only. Ends with 1 where the list itself is not in order.
 */
import { join } from 'node:path'

import { findFaults, readChecklist, ROWS } from '#test/checklist/read-checklist.ts'

const root = join(import.meta.dirname, '..')
const checklist = readChecklist(join(import.meta.dirname, 'checklist'))
const faults = findFaults(checklist, root)

if (!process.argv.includes('--short')) {
  for (const { number, rule, proofs } of checklist.rows.toSorted((a, b) => a.number - b.number)) {
    console.log(`R-${String(number).padStart(3, '0')} ${rule}`)
    for (const { file, phrase } of proofs) console.log(`  ${file} > ${phrase}`)
  }
  for (const { number, reason } of checklist.unproven)
    console.log(`R-${String(number).padStart(3, '0')} is not proven: ${reason}`)
}
for (const fault of faults) console.error(fault)
console.log(`${checklist.rows.length} of ${ROWS}${describeRest(checklist.unproven.length)}`)
if (faults.length > 0) process.exitCode = 1

function describeRest(count: number): string {
  return count === 0 ? '' : `, ${count} not proven yet (test/checklist/unproven.txt)`
}
