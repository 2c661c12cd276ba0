import { Site } from '#server/content/load-site.ts'
import { SAMPLE_OPERATOR, sampleDetails } from '#shared/shop/operator.ts'

import { askText, problemWith } from './prompts.ts'
import type { Planner, Step } from './shop.ts'
import { changeSite } from './site-file.ts'

/** The company behind the shop and how to reach it. */
export const companyStep: Step = {
  title: 'Company and contact',
  about:
    'The company, its address, email, phone and hours, in content/site.yml. The contact page and invoices show them.',
  async ask({ site: { operator: old } }) {
    const { address, email, phone, hours } = Site.properties.operator.properties
    const optional = async (message: string, value: string | undefined, validate?: ReturnType<typeof problemWith>) =>
      askText({ message: `${message} (may be empty)`, value, isOptional: true, validate })
    const company = await askText({ message: 'Company', value: old.company })
    const street = await askText({ message: 'Street and number', value: old.address.street })
    const city = await askText({ message: 'City', value: old.address.city })
    const postalCode = await askText({ message: 'Postal code', value: old.address.postalCode })
    const country = await askText({
      message: 'Country (code, such as GB)',
      value: old.address.country,
      validate: problemWith(address.properties.country),
    })
    const companyNumber = await optional('Company number', old.companyNumber)
    const taxNumber = await optional('Tax number', old.taxNumber)
    const mail = await askText({
      message: 'Email address for customers; the contact form sends to it',
      value: old.email,
      validate: problemWith(email),
    })
    const number = await optional('Phone', old.phone, problemWith(phone))
    const line = problemWith(hours.properties.en)
    const en = number ? await optional('Hours, in English', old.hours?.en, line) : ''
    const ru = en ? await askText({ message: 'Hours, in Russian', value: old.hours?.ru, validate: line }) : ''
    return {
      operator: {
        company,
        address: { street, city, postalCode, country },
        ...(companyNumber ? { companyNumber } : {}),
        ...(taxNumber ? { taxNumber } : {}),
        email: mail,
        ...(number ? { phone: number } : {}),
        ...(en ? { hours: { en, ru } } : {}),
      },
    }
  },
}

/** How an invoice is paid. */
export const invoiceStep: Step = {
  title: 'Payment by invoice',
  about: 'Your bank details, in content/site.yml. The order’s page and its email show them.',
  async ask({ site: { invoice } }) {
    const lines = (text: string | undefined) => text?.trimEnd().replaceAll('\n', ' | ')
    const en = await askText({
      message: `Bank details in English; lines separated by |${invoice ? '' : ' (empty: none)'}`,
      value: lines(invoice?.en),
      isOptional: !invoice,
    })
    if (!en) return {}
    const ru = await askText({ message: 'The same in Russian', value: lines(invoice?.ru) })
    return { invoice: { en: toLines(en), ru: toLines(ru) } }
  },
}

function toLines(text: string): string {
  return text
    .split('|')
    .map((line) => `${line.trim()}\n`)
    .join('')
}

/** The keys of `site.yml`. */
export const planSite: Planner = async (answers, { files, contentDir, site }) => {
  const values = Object.fromEntries(Object.entries(answers).filter(([key]) => key in Site.properties))
  const campaign = answers.samples?.campaign === 'remove' ? { campaign: undefined } : {}
  const lines = await changeSite(files, contentDir, { ...values, ...campaign })
  const { operator, invoice }: Site = { ...site, ...values }
  const left = sampleDetails(operator)
  return {
    lines,
    byHand: [
      ...(left.length > 0
        ? [`Set ${left.join(', ')} of the company: they are still those of ${SAMPLE_OPERATOR.company}.`]
        : []),
      ...(lines.some((line) => /, (?:returnDays|workshop)/.test(line))
        ? ['Say the same days of return and hours in shipping.md, faq.md, resizing.md and policies/return-policy.md.']
        : []),
      ...(invoice ? [] : ['Email your bank details to each buyer, or set invoice in content/site.yml.']),
    ],
  }
}
