import type { StaffApi } from '#server/medusa/admin/staff-api.ts'

import { withAdminClient } from '../admin/with-admin-client.ts'
import { CommandError, runWithArguments } from '../operator-command.ts'
import { withCheckedFile } from './checked-file.ts'
import { readShop, type ShopFacts } from './read-shop.ts'

const HELP = `npm run import:products -- FILE.csv            checks the file and says what an import would change
npm run import:products -- FILE.csv --apply    imports it

--currency USD           the currency of a Shopify export; needed for one
--stock-location NAME    where the stock is; needed if the shop has several stock locations

The file is in the format of docs/make-it-yours.md, or a product export of Shopify. Nothing is deleted.
Uses MEDUSA_URL with MEDUSA_ADMIN_KEY, or else the sample shop that runs on DATA_DIR.
Exit codes: 0 if the file is in order, 1 if it has errors or the import failed.`

const MOST_LISTED = 20

/** `npm run import:products`: creates and changes products by a CSV file. */
await runWithArguments(
  {
    help: HELP,
    options: { apply: { type: 'boolean' }, currency: { type: 'string' }, 'stock-location': { type: 'string' } },
    allowPositionals: true,
  },
  async ({ values, positionals: [path, ...others] }) => {
    if (path === undefined || others.length > 0) throw new CommandError(`Name one CSV file.\n${HELP}`)
    await withAdminClient(async ({ admin }, { priceUnit }) => {
      const shop = await readShop(admin, { priceUnit, stockLocation: values['stock-location'] })
      await run(admin, { file: { path, currency: values.currency }, shop, isReal: values.apply === true })
    })
  },
)

interface Import {
  file: { path: string; currency: string | undefined }
  shop: ShopFacts
  /** False for a dry run. */
  isReal: boolean
}

async function run(admin: StaffApi, { file, shop, isReal }: Import): Promise<void> {
  await withCheckedFile(admin, { ...file, shop }, async (checked) => {
    if (checked.errors.length > 0)
      throw new CommandError(`${checked.errors.join('\n')}\nNothing was written. Correct the file and run this again.`)
    console.log(checked.title)
    for (const line of checked.warnings) console.log(`Note: ${line}`)
    printList(checked.changes.map((line) => `  ${line}`))
    if (isReal) await checked.write(console.error)
    const { created, changed, unchanged, others } = checked.counts
    const [first, second] = isReal ? ['created', 'changed'] : ['to create', 'to change']
    console.log(
      `${created} ${first}, ${changed} ${second}, ${unchanged} unchanged; ${others} other products of the shop are left alone.`,
    )
    if (!isReal) console.log('Nothing was written. Add --apply to write this.')
  })
}

function printList(lines: readonly string[]): void {
  for (const line of lines.slice(0, MOST_LISTED)) console.log(line)
  if (lines.length > MOST_LISTED) console.log(`  and ${lines.length - MOST_LISTED} more`)
}
