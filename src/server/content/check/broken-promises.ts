import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { ContentDocument, ContentFault } from '#content/document.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import { LAUNCH_CAMPAIGN } from '#shared/shop/campaign.ts'

import { referencePriceOf, isCampaignOn } from '../campaign.ts'
import type { Site } from '../load-site.ts'

/** In whole percentages. */
export interface Reduction {
  currency: string
  /** Of the variant that is reduced least; 0 if a variant is not reduced. */
  least: number
  most: number
  /** Amounts are in hundredths. */
  leastOf: { handle: string; sku: string | null; amount: number; original: number }
}

export interface SoldNow {
  site: Pick<Site, 'campaign'>
  /** Empty if no prices are known, and then nothing is compared. */
  reductions: readonly Reduction[]
  /** Of all products. Undefined if they are not known, and then links to products are not checked. */
  handles?: readonly string[] | undefined
}

/** Ranges, plain shares and items of a list are none: “10–90 %”, “90 % silver”, “- 90 %”. */
const PROMISES = [
  /(?:^|[\s(«“"'>*])(?:[-–]|−\s?)(\d{1,2})\s?%/g,
  /(?<!\d)(\d{1,2})\s?%\s(?:off|less|cheaper|discount|reduction)/gi,
  /(?:save|saving|discount of|reduced by)\s(?:up to\s)?(\d{1,2})\s?%/gi,
  /скид\p{L}*\s(?:до\s|в\s)?(\d{1,2})\s?%/giu,
  /(?<!\d)(\d{1,2})\s?%\s(?:скид|дешевле)/giu,
  /(?:дешевле|снижен\p{L}*)\sна\s(\d{1,2})\s?%/giu,
]

/** Also finds a running campaign that not every price keeps. Drafts promise nothing yet. */
export async function findBrokenPromises(
  contentDir: string,
  documents: readonly ContentDocument[],
  { site, reductions }: SoldNow,
): Promise<ContentFault[]> {
  if (reductions.length === 0) return []
  const faults = await findBrokenCampaign(contentDir, site, reductions)
  const shown = reductions.map((one) => ({ ...one, most: mostShown(one, site) }))
  for (const { _file: file } of documents.filter(({ _draft }) => !_draft)) {
    const text = await readText(contentDir, file)
    for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
      const broken = shown.filter(({ most }) => most < promisedIn(line))
      if (broken.length > 0) {
        const found = broken.map(({ currency, most }) => `${currency} ${most} %`).join(', ')
        const message = `This promises ${promisedIn(line)} %. No price is reduced by so much; the most is: ${found}.`
        faults.push({ file, line: index + 1, message })
      }
    }
  }
  return faults
}

async function findBrokenCampaign(
  contentDir: string,
  site: SoldNow['site'],
  reductions: readonly Reduction[],
): Promise<ContentFault[]> {
  if (!isCampaignOn(site) || referencePriceOf(site) === 'formula') return []
  const broken = reductions.filter(({ least }) => least < LAUNCH_CAMPAIGN.percent)
  if (broken.length === 0) return []
  const currencies = broken.map(({ currency }) => currency).join(', ')
  const examples = broken.map(nameLeast).join('; ')
  const lines = (await readText(contentDir, 'site.yml')).split('\n')
  const message = `The campaign promises ${LAUNCH_CAMPAIGN.percent} % off every product. Not every price is reduced by so much in ${currencies}, so shoppers there do not see the campaign. The least reduced: ${examples}.`
  return [{ file: 'site.yml', line: lines.findIndex((line) => line.startsWith('campaign:')) + 1, message }]
}

function nameLeast({ currency, least, leastOf: { handle, sku, amount, original } }: Reduction): string {
  const price = formatMoney(amount, currency, 'en')
  const product = sku ? `${handle} (${sku})` : handle
  if (original <= amount) return `${product} costs ${price} and is not reduced`
  return `${product} costs ${price} instead of ${formatMoney(original, currency, 'en')}, ${least} % less`
}

/** The ledger has the backend's prices, without those of the formula. */
function mostShown({ most }: Reduction, site: SoldNow['site']): number {
  return referencePriceOf(site) === 'formula' ? Math.max(most, LAUNCH_CAMPAIGN.percent) : most
}

function promisedIn(line: string): number {
  const found = PROMISES.flatMap((pattern) => [...line.matchAll(pattern)].map(([, percent]) => Number(percent)))
  return Math.max(0, ...found)
}

/** @returns '' for a file that was deleted meanwhile */
async function readText(contentDir: string, file: string): Promise<string> {
  return readFile(join(contentDir, file), 'utf8').catch(() => '')
}
