import { join } from 'node:path'

import { Site } from '#server/content/load-site.ts'
import { sampleDetails, type Operator } from '#shared/shop/operator.ts'

import { findPlaceholders, listPages, placeholdersIn, replacePlaceholders } from './placeholders.ts'
import { askNumber, askText, problemWith } from './prompts.ts'
import type { Planner, Step } from './shop.ts'

export const policiesStep: Step = {
  title: 'Policies',
  about:
    'Days of return and the hours of dispatch, in content/site.yml, and text in square brackets in the pages, where your company, providers and periods belong.',
  async ask({ site, files, contentDir }, { operator = site.operator }) {
    const { timeZone, lastHour } = Site.properties.workshop.properties
    const message = 'Days after delivery in which a piece may be returned'
    const returnDays = await askNumber(message, site.returnDays, Site.properties.returnDays)
    const workshop = {
      ...site.workshop,
      timeZone: await askText({
        message: 'Time zone of the workshop',
        value: site.workshop.timeZone,
        validate: problemWith(timeZone),
      }),
      lastHour: await askNumber(
        'Orders before this hour are dispatched on the same day',
        site.workshop.lastHour,
        lastHour,
      ),
    }
    const policies: Record<string, Record<string, string[]>> = {}
    for (const { file, line, text } of await findPlaceholders(files, contentDir)) {
      const typed = await askText({
        message: `content/${file}, line ${line}: [${text}] (empty: later; a hyphen removes it)`,
        value: proposeText(text, operator),
        isOptional: true,
      })
      // An occurrence that is left for later keeps its place among those with the same text.
      const value = typed === '' ? `[${text}]` : typed === '-' ? '' : typed
      const texts = (policies[file] ??= {})
      texts[text] = [...(texts[text] ?? []), value]
    }
    return { returnDays, workshop, policies }
  },
}

/** The text in square brackets in the pages. */
export const planPolicies: Planner = async ({ policies = {} }, { files, contentDir }, mistakes) => {
  const pages = await listPages(contentDir, ['.md'])
  const lines: string[] = []
  const byHand: string[] = []
  for (const [file, texts] of Object.entries(policies)) {
    if (!pages.includes(file)) {
      mistakes.add(['policies', file], `there is no page content/${file}`)
      continue
    }
    const path = join(contentDir, file)
    const source = await files.read(path)
    const placeholders = placeholdersIn(source)
    const left = new Map<string, string[]>()
    for (const [text, value] of Object.entries(texts)) {
      const count = placeholders.filter((one) => one.text === text).length
      // It was replaced by an earlier run, or is misspelled.
      if (count === 0) byHand.push(`content/${file} does not have [${text}], or no longer has it.`)
      else if (Array.isArray(value) && value.length !== count)
        mistakes.add(['policies', file, text], `has ${value.length} texts, but the page has it ${count} times`)
      left.set(text, Array.isArray(value) ? [...value] : Array.from({ length: count }, () => value))
    }
    const filled = replacePlaceholders(source, (text) => {
      const value = left.get(text)?.shift()
      if (value === undefined || value === `[${text}]`) return undefined
      lines.push(`${file}: [${text}] → ${value === '' ? 'removed' : value}`)
      return value
    })
    files.change(path, filled)
  }
  for (const { file, line, text } of await findPlaceholders(files, contentDir))
    byHand.push(`content/${file}, line ${line}: replace [${text}]`)
  return { lines, byHand }
}

/** @returns what probably belongs into a placeholder; '' if that is unknown or still that of the sample company */
export function proposeText(placeholder: string, operator: Operator): string {
  const { company, address, email } = operator
  const { street, city, postalCode, country } = address
  const known: [RegExp, keyof Operator, string][] = [
    [/^(?:company name|наименование компании)$/, 'company', company],
    [/^(?:registered address|юридический адрес)$/, 'address', [street, city, postalCode, country].join(', ')],
    [/^(?:email address|адрес электронной почты)/, 'email', email],
  ]
  const samples = new Set<string>(sampleDetails(operator))
  return known.find(([pattern, name]) => pattern.test(placeholder) && !samples.has(name))?.[2] ?? ''
}
