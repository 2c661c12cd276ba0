import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { readBuild, readScriptInventory } from '#server/pages/render/page-assets.ts'
import type { PageModule } from '#shared/page/page-module.ts'
import type { PublicConfig } from '#shared/page/public-config.ts'
import type { ScriptInventory } from '#shared/page/script-inventory.ts'

import { CommandError, EXIT_FOUND, runWithArguments } from '../operator-command.ts'
import { checkDocument, stateOf, checkFiles } from './check-document.ts'
import { checkHeaders, nonceOf } from './check-headers.ts'
import { createVisitor, openCheckout } from './open-checkout.ts'

const HELP = `npm run scripts:check -- URL    compares the payment page of a running shop with the build in this folder

Opens checkout as a guest with one product in the cart (nothing is ordered), and compares all scripts of the page, the
scripts that they import, and the security headers with the inventory of the build (dist/client/.vite/scripts).
  --dist DIR    another folder with a build
  --list        prints the inventory instead
Exit codes: 0 if everything is in order, 3 if something differs, 2 if the check failed.`
const EXIT_NOT_CHECKED = 2

const options = {
  dist: { type: 'string', default: join(import.meta.dirname, '../../../../dist') },
  list: { type: 'boolean', default: false },
} as const

/** `npm run scripts:check`: checks that the payment page runs our scripts and no others (PCI DSS 6.4.3 and 11.6.1). */
await runWithArguments({ help: HELP, options, allowPositionals: true }, async ({ values, positionals }) => {
  const { inventory, inlineScript } = await readLocalBuild(resolve(values.dist))
  if (values.list) return printInventory(inventory)
  const [url] = positionals
  if (!url || positionals.length > 1 || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new CommandError(`One address of a shop is needed, such as https://shop.example.\n\n${HELP}`)

  const { origin, protocol } = new URL(url)
  const ask = createVisitor(origin)
  const [page, again] = await openCheckout(ask)
  const { build, publicConfig } = stateOf(page.html)
  console.log(`${origin}${page.path}, build ${build ?? 'unknown'}`)
  const payPal = (publicConfig?.payPal ?? null) as PublicConfig['payPal']
  const differences = {
    build:
      build === inventory.build
        ? []
        : [`the page was made by build ${build}, and this folder holds ${inventory.build}`],
    headers: [
      ...checkHeaders(page.headers, { inlineScript, payPal, isHttps: protocol === 'https:' }),
      ...checkNonces(nonceOf(page.headers), nonceOf(again.headers)),
    ],
    page: checkDocument(page.html, inventory, inlineScript),
    files: await checkFiles(ask, inventory),
  }
  const inOrder = {
    build: `The page was made by the build in this folder: ${inventory.build}`,
    headers: 'The security headers are those of this build',
    page: 'The page has the script elements of the inventory, and no others',
    files: `${inventory.scripts.length} scripts have the bytes of the inventory, and load no others`,
  }
  for (const part of ['build', 'headers', 'page', 'files'] as const) {
    if (differences[part].length === 0) console.log(`  in order: ${inOrder[part]}`)
    for (const message of differences[part]) console.log(`  DIFFERS: ${message}`)
  }
  if (Object.values(differences).flat().length > 0) process.exitCode = EXIT_FOUND
})
if (process.exitCode === 1) process.exitCode = EXIT_NOT_CHECKED

async function readLocalBuild(dist: string): Promise<{ inventory: ScriptInventory; inlineScript: string }> {
  try {
    const client = join(dist, 'client')
    const module = (await import(pathToFileURL(join(dist, 'server/index.js')).href)) as { default: PageModule }
    const inventory = await readScriptInventory(client, await readBuild(client))
    return { inventory, inlineScript: module.default.inlineScript }
  } catch (cause) {
    throw new CommandError(`${dist} holds no build with an inventory of scripts; run npm run build first.`, { cause })
  }
}

function checkNonces(first: string | undefined, second: string | undefined): string[] {
  if (!first || !second) return ['the nonce of the Content-Security-Policy is missing or too short']
  return first === second ? ['the nonce of the Content-Security-Policy is the same twice'] : []
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
