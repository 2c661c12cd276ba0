import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { readBuild, readScriptInventory, type BuildScripts } from '#server/pages/render/page-assets.ts'
import { checkScripts } from '#server/script-check/check-scripts.ts'
import { ScriptCheckError } from '#server/script-check/open-checkout.ts'
import type { PageModule } from '#shared/page/page-module.ts'
import type { ScriptInventory } from '#shared/page/script-inventory.ts'

import { CommandError, EXIT_FOUND, runWithArguments } from './operator-command.ts'

const HELP = `npm run scripts:check -- URL    compares the payment page of a running shop with the build in this folder

Opens checkout as a guest with one product in the cart (nothing is ordered), and compares all scripts of the page, the
scripts that they import, and the security headers with the inventory of the build (dist/client/.vite/scripts).
  --dist DIR    another folder with a build
  --list        prints the inventory instead
Exit codes: 0 if everything is in order, 3 if something differs, 2 if the check failed.`
const EXIT_NOT_CHECKED = 2

const options = {
  dist: { type: 'string', default: join(import.meta.dirname, '../../../dist') },
  list: { type: 'boolean', default: false },
} as const

/** `npm run scripts:check`: checks that the payment page runs our scripts and no others (PCI DSS 6.4.3 and 11.6.1). */
await runWithArguments({ help: HELP, options, allowPositionals: true }, async ({ values, positionals }) => {
  const scripts = await readLocalBuild(resolve(values.dist))
  if (values.list) return printInventory(scripts.inventory)
  const [url] = positionals
  if (!url || positionals.length > 1 || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new CommandError(`One address of a shop is needed, such as https://shop.example.\n\n${HELP}`)

  const { page, build, parts } = await checkScripts(new URL(url).origin, scripts).catch((cause: unknown) => {
    throw cause instanceof ScriptCheckError ? new CommandError(cause.message, { cause }) : cause
  })
  console.log(`${page}, build ${build ?? 'unknown'}`)
  for (const { inOrder, differences } of parts) {
    if (differences.length === 0) console.log(`  in order: ${inOrder}`)
    for (const message of differences) console.log(`  DIFFERS: ${message}`)
  }
  if (parts.some(({ differences }) => differences.length > 0)) process.exitCode = EXIT_FOUND
})
if (process.exitCode === 1) process.exitCode = EXIT_NOT_CHECKED

async function readLocalBuild(dist: string): Promise<BuildScripts> {
  try {
    const client = join(dist, 'client')
    const module = (await import(pathToFileURL(join(dist, 'server/index.js')).href)) as { default: PageModule }
    const inventory = await readScriptInventory(client, await readBuild(client))
    return { inventory, inlineScript: module.default.inlineScript }
  } catch (cause) {
    throw new CommandError(`${dist} holds no build with an inventory of scripts; run npm run build first.`, { cause })
  }
}

function printInventory({ build, scripts, inline, thirdParties }: ScriptInventory): void {
  console.log(`Scripts of build ${build} that checkout pages run`)
  for (const { file, purpose, sha384, checkout } of scripts)
    if (checkout !== 'never') console.log(`  ${file} (${checkout})\n    ${purpose}\n    sha384-${sha384}`)
  console.log('Without a file')
  for (const { what, purpose, allowedBy } of inline) console.log(`  ${what}: ${purpose} (${allowedBy})`)
  console.log('Of others')
  for (const { origin, purpose, directives, when } of thirdParties)
    console.log(`  ${origin}: ${purpose} (${directives.join(', ')}; ${when})`)
}
