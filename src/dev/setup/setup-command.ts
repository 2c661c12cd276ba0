import { readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

import { intro, log } from '@clack/prompts'

import { withAdminClient } from '#server/cli/admin/with-admin-client.ts'
import { CommandError, readSettings, runWithArguments } from '#server/cli/operator-command.ts'
import { checkFolder } from '#server/content/check/check-folder.ts'

import { checkShape, readAnswers, type Answers } from './answers.ts'
import { counted } from './counted.ts'
import { draftFiles } from './draft-files.ts'
import { collectMistakes, type Mistakes } from './mistakes.ts'
import { askChoice, askYes } from './prompts.ts'
import { readPresent } from './read-present.ts'
import { saveAnswers } from './save-answers.ts'
import type { Plan, PresentShop, Tools } from './step.ts'
import { STEPS } from './steps/all-steps.ts'

const HELP = `npm run setup                              asks, step by step, and writes after a last question
npm run setup -- --answers answers.yml     takes the answers from a file (docs/examples/setup.yml)
npm run setup -- --dry-run                 says what would change and writes nothing

Changes content/ and the colors in src/, and the shop at MEDUSA_URL (with MEDUSA_ADMIN_KEY) or else the one that runs on
DATA_DIR. Each step starts from the present values, so running it again changes only what you answer differently. Typed answers are
saved in setup-answers.yml in DATA_DIR, or else in the current folder, before anything is written.
Exit codes: 0 if done, 1 if the answers have mistakes (nothing is written then) or the setup failed.`

const ROOT = join(import.meta.dirname, '../../..')

/** `npm run setup`: makes the sample shop the merchant's own. */
await runWithArguments(
  { help: HELP, options: { answers: { type: 'string' }, 'dry-run': { type: 'boolean' } } },
  async ({ values: { answers: file, 'dry-run': isDry = false } }) => {
    if (file === undefined && !process.stdin.isTTY)
      throw new CommandError(`Run this in a terminal, or name a file of answers.\n${HELP}`)
    const read = file === undefined ? undefined : await readFileOfAnswers(file)
    await withAdminClient(async (client, { priceUnit }) => {
      const tools: Tools = {
        admin: client.admin,
        priceUnit,
        files: draftFiles(),
        root: ROOT,
        contentDir: readSettings().contentDir,
        answersDir: file === undefined ? '.' : dirname(resolve(file)),
        log: (line) => console.log(line),
      }
      const present = await readPresent(client, tools)
      const typed = read ? undefined : await askAnswers(present)
      const saved = typed && (await saveAnswers(typed, readSettings().dataDir))
      const again = saved
        ? [`Your answers are in ${saved}: npm run setup -- --answers ${saved} continues from them.`]
        : []
      for (const line of again) log.info(line)
      const { answers, mistakes } = read ?? checkTyped(typed ?? {})
      const plans = await planAll(answers, present, { ...tools, mistakes })
      const found = mistakes.lines()
      if (found.length > 0)
        throw new CommandError(
          [...found, `${counted(found.length, 'mistake')}. Nothing was written.`, ...again].join('\n'),
        )
      const changes = report(plans)
      if (!isDry && changes > 0) {
        if (!read && !(await askYes('Write these changes?', true))) throw new CommandError('Nothing was written.')
        await write(plans, tools)
      }
      reportByHand(plans)
      if (isDry) console.log('Nothing was written.')
      else await checkContent(tools)
    })
  },
)

interface ReadAnswers {
  answers: Answers
  mistakes: Mistakes
}

async function readFileOfAnswers(file: string): Promise<ReadAnswers> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${file} cannot be read (${error.code}).`)
  })
  return readAnswers(text, basename(file))
}

async function askAnswers(present: PresentShop): Promise<Answers> {
  intro('The sample shop becomes yours. Nothing is written before the last question. Ctrl-C stops.')
  let answers: Answers = {}
  for (const [index, { title, about, ask }] of STEPS.entries()) {
    log.step(`${index + 1} of ${STEPS.length}: ${title}\n${about}`)
    const began = Date.now()
    const choice = await askChoice(title, [
      { value: 'change', label: 'Go through it' },
      { value: 'skip', label: 'Skip: leave it as it is' },
    ])
    if (choice === 'change') answers = { ...answers, ...(await ask(present, answers)) }
    log.info(`${title}: ${Math.round((Date.now() - began) / 1000)} s`)
  }
  return answers
}

function checkTyped(answers: Answers): ReadAnswers {
  const mistakes = collectMistakes()
  return { answers: checkShape(answers, mistakes), mistakes }
}

async function planAll(
  answers: Answers,
  present: PresentShop,
  tools: Tools & { mistakes: Mistakes },
): Promise<(Plan & { title: string })[]> {
  const plans = []
  for (const { title, plan } of STEPS) plans.push({ title, ...(await plan(answers, present, tools)) })
  return plans
}

/** Prints the changes. @returns their number */
function report(plans: readonly (Plan & { title: string })[]): number {
  for (const { title, lines } of plans) if (lines.length > 0) console.log(`${title}\n${indent(lines)}`)
  const changes = plans.flatMap(({ lines }) => lines).length
  if (changes === 0) console.log('Nothing to change: the shop is as answered.')
  return changes
}

async function write(plans: readonly (Plan & { title: string })[], { files, log: print }: Tools): Promise<void> {
  for (const path of await files.write()) print(`written: ${path}`)
  for (const { title, lines, apply } of plans) {
    if (!apply || lines.length === 0) continue
    const began = Date.now()
    await apply()
    print(`${title}: done in ${Math.round((Date.now() - began) / 1000)} s`)
  }
}

function reportByHand(plans: readonly Plan[]): void {
  const byHand = plans.flatMap((plan) => plan.byHand ?? [])
  if (byHand.length > 0) console.log(`Left for you to do by hand\n${indent(byHand)}`)
}

async function checkContent({ contentDir }: Tools): Promise<void> {
  const { documents, faults } = await checkFolder(contentDir)
  for (const { file, line, message } of faults) console.log(`content/${file}:${line} ${message}`)
  console.log(
    `Content: ${documents} documents, ${faults.length === 0 ? 'all in order' : counted(faults.length, 'mistake')}`,
  )
}

function indent(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n')
}
