import { resolve } from 'node:path'

import { withAdminClient } from '#server/cli/admin/with-admin-client.ts'
import { DATABASE_HELP, runWithArguments, withTables } from '#server/cli/operator-command.ts'
import { endingCampaign, ENDING_DAYS } from '#server/content/campaign.ts'
import { checkFolder } from '#server/content/check/check-folder.ts'
import { loadSite } from '#server/content/load-site.ts'
import { readSold } from '#server/price-ledger/price-ledger-queries.ts'

import { checkPictures } from './check-pictures.ts'

const HELP = `npm run content:check                errors in the content, by file and line, and a campaign that has ended or ends within ${ENDING_DAYS} days
npm run content:check -- FOLDER      of another folder
npm run content:check -- --prices    also texts that promise a larger reduction than any price has, and links to products that
                                     are not sold
npm run content:check -- --pictures  also products with fewer than three views, or with pictures of one metal that are shown
                                     for another

With --pictures: Uses MEDUSA_URL with MEDUSA_ADMIN_KEY, or else the sample shop that runs on DATA_DIR.
With --prices: ${DATABASE_HELP}
Exit codes: 0 if the content is in order, 1 if not.`

const options = {
  prices: { type: 'boolean', default: false },
  pictures: { type: 'boolean', default: false },
} as const

/** `npm run content:check`: lists the errors in the content. */
await runWithArguments({ help: HELP, options, allowPositionals: true }, async ({ values, positionals }) => {
  const [folder = 'content'] = positionals
  const site = await loadSite(resolve(folder))
  const sold = values.prices
    ? await withTables('No shop that keeps a ledger of prices has started on this database yet.', readSold)
    : { reductions: [] }
  const { documents, faults } = await checkFolder(resolve(folder), { site, ...sold })
  const pictures: string[] = []
  if (values.pictures) await withAdminClient(async ({ admin }) => void pictures.push(...(await checkPictures(admin))))
  for (const { file, line, message } of faults) console.log(`${folder}/${file}:${line} ${message}`)
  for (const line of pictures) console.log(line)
  const campaign = endingCampaign(site)
  if (campaign)
    console.log(
      `${folder}/site.yml: the campaign ${campaign.name} ${campaign.hasEnded ? 'ended' : 'ends'} at ${campaign.to}`,
    )
  const isInOrder = faults.length + pictures.length === 0
  if (isInOrder) console.log(`${documents} documents, all in order`)
  process.exitCode = isInOrder ? 0 : 1
})
