import { join } from 'node:path'

import { sampleDetails, type Operator } from '#shared/shop/operator.ts'

import type { Answers } from '../answers.ts'
import { counted } from '../counted.ts'
import { placeholdersIn, replacePlaceholders } from '../placeholders.ts'
import { askText } from '../prompts.ts'
import type { Step } from '../step.ts'

type Policies = NonNullable<Answers['policies']>

/** The text in square brackets in the pages. */
export const policiesStep: Step = {
  title: 'Policies',
  about: 'Text in square brackets in the pages, where your company, providers and periods belong.',
  async ask({ placeholders, site }, answers) {
    const operator = answers.operator ?? site.operator
    const policies: Policies = {}
    for (const { file, line, text } of placeholders) {
      const typed = await askText({
        message: `content/${file}, line ${line}: [${text}] (empty: later; a hyphen removes it)`,
        value: proposeText(text, operator),
        isOptional: true,
      })
      // An occurrence that is left for later keeps its place among those with the same text.
      const value = typed === '' ? `[${text}]` : typed === '-' ? '' : typed
      const ofFile = (policies[file] ??= {})
      const others = ofFile[text]
      ofFile[text] = Array.isArray(others) ? [...others, value] : [value]
    }
    return { policies }
  },
  async plan({ policies = {} }, { placeholders }, { files, contentDir, mistakes }) {
    const lines: string[] = []
    const byHand: string[] = []
    const pages = new Set(placeholders.map(({ file }) => file))
    for (const [file, texts] of Object.entries(policies)) {
      const path = join(contentDir, file)
      const source = /^(?:en|ru)\/(?!.*\.\.)[\w./-]+\.md$/.test(file)
        ? await files.read(path).catch(() => undefined)
        : undefined
      if (source === undefined) {
        mistakes.add(['policies', file], `there is no page content/${file}`)
        continue
      }
      const missing: string[] = []
      for (const [text, values] of Object.entries(texts)) {
        const count = placeholders.filter((one) => one.file === file && one.text === text).length
        if (count === 0) missing.push(text)
        else if (Array.isArray(values) && values.length !== count)
          mistakes.add(['policies', file, text], `has ${values.length} texts, but the page has it ${count} times`)
      }
      // They were replaced by an earlier run, or are misspelled.
      if (missing.length > 0)
        byHand.push(
          `content/${file} does not have, or no longer has, ${counted(missing.length, 'text')} of your answers.`,
        )
      const filled = fill(source, texts)
      lines.push(...filled.lines.map((line) => `${file}: ${line}`))
      files.change(path, filled.text)
    }
    for (const file of pages) {
      const left = placeholdersIn(await files.read(join(contentDir, file)))
      byHand.push(...left.map(({ line, text }) => `content/${file}, line ${line}: replace [${text}]`))
    }
    return { lines, byHand }
  },
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

function fill(source: string, texts: Policies[string]): { text: string; lines: string[] } {
  const lines: string[] = []
  const seen = new Map<string, number>()
  const text = replacePlaceholders(source, (placeholder) => {
    const values = texts[placeholder]
    if (values === undefined) return undefined
    const index = seen.get(placeholder) ?? 0
    seen.set(placeholder, index + 1)
    const value = Array.isArray(values) ? values[index] : values
    if (value === undefined || value === `[${placeholder}]`) return undefined
    lines.push(`[${placeholder}] → ${value === '' ? 'removed' : value}`)
    return value
  })
  return { text, lines }
}
