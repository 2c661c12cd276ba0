/**
 * `npm run checklist`: prints every rule of `docs/requirements.md` with its state and the tests that prove it; `--short`
 * prints the counts only, `--write` generates `docs/deviations.md`. Ends with 1 if the list itself is not in order.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describeDeviations, DEVIATIONS, nameOf, readChecklist } from '#test/checklist/read-checklist.ts'

const root = join(import.meta.dirname, '..')
if (process.argv.includes('--write'))
  writeFileSync(join(root, DEVIATIONS), describeDeviations(readChecklist(root).rules))
const { rules, faults } = readChecklist(root)

if (!process.argv.includes('--short')) {
  for (const { number, text, state, reason, proofs } of rules) {
    console.log(`${nameOf(number)} ${text}`)
    if (reason !== undefined) console.log(`  ${state}: ${reason}`)
    for (const { file, phrase } of proofs) console.log(`  ${file} > ${phrase}`)
  }
}
for (const fault of faults) console.error(fault)
const count = (wanted: string): number => rules.filter(({ state }) => state === wanted).length
console.log(
  `${count('met')} met, ${count('deviates')} deviate on purpose, ${count('unproven')} unproven, of ${rules.length}`,
)
if (faults.length > 0) process.exitCode = 1
