import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The specification numbers its rules from 1 to this. */
export const ROWS = 557

const UNPROVEN = 'unproven.txt'

interface Proof {
  /** From the root of the project. */
  file: string
  /** Stands in that file as it stands here: the name of a test or of an assertion. */
  phrase: string
}

interface Row {
  number: number
  rule: string
  proofs: Proof[]
  /** Where it is written, for whoever has to mend it. */
  place: string
}

interface Unproven {
  number: number
  reason: string
  place: string
}

export interface Checklist {
  rows: Row[]
  unproven: Unproven[]
  /** Lines that are neither a rule nor a proof of one. */
  unreadable: string[]
}

/**
 * @param folder holds a text file for each part of the specification: a rule a line (`R-109 A chart of sizes opens`),
 *   below it its proofs, indented (`test/…/x.test.ts > words of that file`); and `unproven.txt`, a number and a reason a line
 */
export function readChecklist(folder: string): Checklist {
  const checklist: Checklist = { rows: [], unproven: [], unreadable: [] }
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.txt'))) {
    let row: Row | undefined
    for (const [index, line] of readFileSync(join(folder, file), 'utf8').split('\n').entries()) {
      const place = `test/checklist/${file}:${index + 1}`
      const [, digits, words = ''] = /^R-(\d{3}) (\S.*)$/.exec(line) ?? []
      const [, path, phrase = ''] = /^ {2}(\S+) > (\S.*)$/.exec(line) ?? []
      if (line.trim() === '') continue
      else if (digits !== undefined && file === UNPROVEN)
        checklist.unproven.push({ number: Number(digits), reason: words, place })
      else if (digits !== undefined) {
        row = { number: Number(digits), rule: words, proofs: [], place }
        checklist.rows.push(row)
      } else if (path !== undefined && row) row.proofs.push({ file: path, phrase })
      else checklist.unreadable.push(place)
    }
  }
  return checklist
}

/**
 * @param root of the project
 * @returns a sentence for each fault: a rule that is left out, written twice or without proof, a proof that is not there
 *   or that `npm test` does not run
 */
export function findFaults({ rows, unproven, unreadable }: Checklist, root: string): string[] {
  const faults = unreadable.map((place) => `${place} is neither a rule nor a proof.`)
  const places = Map.groupBy([...rows, ...unproven], ({ number }) => number)
  for (let number = 1; number <= ROWS; number++) {
    const found = places.get(number) ?? []
    if (found.length === 0) faults.push(`Rule ${number} is not on the list.`)
    if (found.length > 1) faults.push(`Rule ${number} is written twice: ${found.map(({ place }) => place).join(', ')}.`)
  }
  for (const [number, [first]] of places)
    if (number < 1 || number > ROWS) faults.push(`${first?.place}: there is no rule ${number}.`)

  const findFault = proofReader(root)
  for (const { place, number, proofs } of rows) {
    if (proofs.length === 0) faults.push(`${place}: nothing proves rule ${number}.`)
    for (const proof of proofs) {
      const fault = findFault(proof)
      if (fault !== undefined) faults.push(`${place}: ${fault}`)
    }
  }
  return faults
}

/** @returns what tells why something is no proof */
function proofReader(root: string): (proof: Proof) => string | undefined {
  const performed = findPerformed(root)
  const texts = new Map<string, string>()
  return ({ file, phrase }) => {
    if (!existsSync(join(root, file))) return `there is no ${file}.`
    if (!performed.has(file)) return `${file} is in no test that \`npm test\` runs.`
    const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8')
    texts.set(file, text)
    return phrase.includes(' ') && text.includes(phrase) ? undefined : `${file} does not say "${phrase}".`
  }
}

/** @returns the tests and what they import from among themselves, checks of their own, and what the compiler has to accept */
function findPerformed(root: string): Set<string> {
  const performed = new Set<string>()
  const left = globSync(['test/**/*.test.ts', 'test/lint/*.ts'], { cwd: root })
  left.push(
    ...globSync('test/**/*types.ts', { cwd: root }).filter((file) => /^(?:.*-)?types\.ts$/.test(basename(file))),
  )
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (performed.has(file) || !existsSync(join(root, file))) continue
    performed.add(file)
    const imports = readFileSync(join(root, file), 'utf8').matchAll(/ from '(#test\/[^']+|\.[^']+)'/g)
    for (const [, path = ''] of imports) left.push(path.startsWith('#') ? path.slice(1) : join(dirname(file), path))
  }
  return performed
}
