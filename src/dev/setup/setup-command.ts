import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'

import { intro, log } from '@clack/prompts'

import { withAdminClient } from '#server/cli/admin/with-admin-client.ts'
import { CommandError, readSettings, runWithArguments } from '#server/cli/operator-command.ts'
import { checkFolder } from '#server/content/check/check-folder.ts'
import { loadSite } from '#server/content/load-site.ts'

import { readAnswers, saveAnswers, type Answers } from './answers.ts'
import { brandStep, planBrand } from './brand.ts'
import { colorsStep, planColors } from './colors.ts'
import { draftFiles } from './draft-files.ts'
import { planPolicies, policiesStep } from './policies.ts'
import { askChoice, askYes } from './prompts.ts'
import { planSamples, samplesStep } from './samples.ts'
import type { Plan, Planner, Shop, Step } from './shop.ts'
import { companyStep, invoiceStep, planSite } from './site.ts'

const HELP = `npm run setup                              asks, step by step, and writes after a last question
npm run setup -- --answers answers.yml     takes the answers from a file (docs/examples/setup.yml)
npm run setup -- --dry-run                 says what would change and writes nothing

Changes content/ and the colors in src/, and at MEDUSA_URL (with MEDUSA_ADMIN_KEY), or else in the shop that runs on DATA_DIR, the
name of the store and the samples. Each step starts from the present values, so running it again changes only what you answer
differently. Typed answers are saved after each step, in setup-answers.yml in DATA_DIR, or else in the current folder.
Exit codes: 0 if done, 1 if the answers have mistakes (nothing is written then) or the setup failed.`

const STEPS: readonly Step[] = [brandStep, companyStep, colorsStep, policiesStep, invoiceStep, samplesStep]
const PLANNERS: readonly Planner[] = [planSite, planBrand, planColors, planPolicies, planSamples]
const DASHBOARD =
  'Set countries, currencies, taxes, delivery and payment in the dashboard (docs/make-it-yours.md, In the dashboard).'

/** `npm run setup`: makes the sample shop the merchant's own. */
await runWithArguments(
  { help: HELP, options: { answers: { type: 'string' }, 'dry-run': { type: 'boolean' } } },
  async ({ values: { answers: given, 'dry-run': isDry = false } }) => {
    if (given === undefined && !process.stdin.isTTY)
      throw new CommandError(`Run this in a terminal, or name a file of answers.\n${HELP}`)
    const { contentDir, dataDir } = readSettings()
    const files = draftFiles()
    await withAdminClient(async ({ admin, fetch }) => {
      const root = join(import.meta.dirname, '../../..')
      const shop: Shop = { admin, fetch, root, contentDir, files, site: await loadSite(contentDir) }
      const file = given ?? (await askAnswers(shop, existsSync(dataDir) ? dataDir : '.'))
      const plans = await planAll(file, shop)
      const lines = plans.flatMap((plan) => plan.lines)
      console.log(lines.join('\n') || 'Nothing to change: the shop is as answered.')
      if (!isDry && lines.length > 0) {
        if (given === undefined && !(await askYes('Write these changes?', true)))
          throw new CommandError('Nothing was written.')
        for (const path of await files.write()) console.log(`written: ${path}`)
        for (const { apply } of plans) await apply?.()
      }
      console.log(['Left for you to do by hand', ...plans.flatMap((plan) => plan.byHand ?? []), DASHBOARD].join('\n  '))
      if (isDry) console.log('Nothing was written.')
      else await checkContent(shop)
    })
  },
)

/** @returns the file with the answers; undefined if every step was skipped */
async function askAnswers(shop: Shop, folder: string): Promise<string | undefined> {
  const file = relative('.', join(folder, 'setup-answers.yml'))
  intro('The sample shop becomes yours. Nothing is written before the last question. Ctrl-C stops.')
  if (existsSync(file)) log.warn(`${file} has the answers of an earlier run. The answers of this run replace them.`)
  let answers: Answers | undefined
  for (const [index, { title, about, ask }] of STEPS.entries()) {
    log.step(`${index + 1} of ${STEPS.length}: ${title}\n${about}`)
    const choice = await askChoice(title, [
      { value: 'change', label: 'Go through it' },
      { value: 'skip', label: 'Skip: leave it as it is' },
    ])
    if (choice === 'skip') continue
    answers = { ...answers, ...(await ask(shop, answers ?? {})) }
    await saveAnswers(answers, file)
    log.info(`Saved: npm run setup -- --answers ${file} continues from your answers.`)
  }
  return answers && file
}

async function planAll(file: string | undefined, shop: Shop): Promise<Plan[]> {
  const source =
    file === undefined
      ? ''
      : await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
          throw new CommandError(`${file} cannot be read (${error.code}).`)
        })
  const { answers, mistakes } = readAnswers(source, basename(file ?? ''))
  const plans: Plan[] = []
  for (const plan of PLANNERS) plans.push(await plan(answers, shop, mistakes))
  const found = mistakes.lines()
  if (found.length > 0) throw new CommandError([...found, `Mistakes: ${found.length}. Nothing was written.`].join('\n'))
  return plans
}

async function checkContent({ admin, contentDir, site }: Shop): Promise<void> {
  const { products } = await admin.product.list({ limit: 100_000, status: ['published'], fields: 'handle' })
  const handles = products.map(({ handle }) => handle)
  const { documents, faults } = await checkFolder(contentDir, { site, reductions: [], handles })
  for (const { file, line, message } of faults) console.log(`content/${file}:${line} ${message}`)
  console.log(`Content: ${documents} documents, ${faults.length === 0 ? 'all in order' : `mistakes: ${faults.length}`}`)
}
