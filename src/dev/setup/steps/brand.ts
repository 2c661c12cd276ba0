import { join } from 'node:path'

import { Site } from '#server/content/load-site.ts'
import { SAMPLE_OPERATOR, sampleDetails } from '#shared/shop/operator.ts'

import { listPages } from '../placeholders.ts'
import { askText } from '../prompts.ts'
import { changeSite } from '../site-file.ts'
import type { Step } from '../step.ts'
import { problemWith } from './problem-with.ts'

const SAMPLE_BRAND = 'Lumenite'

/** The shop's name: `site.yml`, the pages that name the shop, and Medusa's store. */
export const brandStep: Step = {
  title: 'Brand',
  about: 'The name of the shop, in content/site.yml, in the pages that name it and in Medusa.',
  async ask({ site }) {
    const validate = problemWith(Site.properties.brand, 'Enter at most 60 characters.')
    return { brand: await askText({ message: 'Name of the shop', value: site.brand, validate }) }
  },
  async plan({ brand }, { site, store }, { files, contentDir, admin }) {
    if (brand === undefined) return { lines: [] }
    const lines = await changeSite(files, contentDir, { brand })
    // Pages still have the sample's name if the brand was set by hand.
    const names = new Set([site.brand, SAMPLE_BRAND].filter((name) => name !== brand))
    for (const page of await listPages(contentDir, ['.md', '.yml'])) {
      const path = join(contentDir, page)
      const text = await files.read(path)
      const renamed = rename(text, names, { brand, company: site.operator.company })
      if (renamed === text) continue
      files.change(path, renamed)
      lines.push(`${page}: the shop is called ${brand}`)
    }
    const byHand =
      brand === SAMPLE_BRAND
        ? []
        : [
            'Replace src/app/public/favicon.svg and its icons, content/media/social-share.jpg and social-share.webp.',
            'Replace the photographs of the home page and the categories in content/media, and read every page: the',
            '  stories, guides and promises are those of the sample shop.',
          ]
    if (store.name === brand) return { lines, byHand }
    return {
      lines: [...lines, `Medusa's store: ${store.name} → ${brand}`],
      byHand,
      apply: async () => void (await admin.store.update(store.id, { name: brand })),
    }
  },
}

/** Renames the shop. The company may have the brand in its name, and keeps that. */
function rename(text: string, names: ReadonlySet<string>, to: { brand: string; company: string }): string {
  const parts = names.has(to.company) ? [text] : text.split(to.company)
  return parts
    .map((part) => [...names].reduce((before, name) => before.replaceAll(wholeName(name), () => to.brand), part))
    .join(to.company)
}

function wholeName(name: string): RegExp {
  const escaped = name.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, String.raw`\$&`)
  return new RegExp(String.raw`(?<![\p{L}\d])${escaped}(?![\p{L}\d])`, 'gu')
}

/** The company behind the shop and how to reach it. */
export const operatorStep: Step = {
  title: 'Company and contact',
  about:
    'The company, its address, email, phone and hours, in content/site.yml. The contact page and invoices show them.',
  async ask({ site: { operator } }) {
    const { address, email, phone, hours } = Site.properties.operator.properties
    const old = operator
    const company = await askText({ message: 'Company', value: old.company })
    const street = await askText({ message: 'Street and number', value: old.address.street })
    const city = await askText({ message: 'City', value: old.address.city })
    const postalCode = await askText({ message: 'Postal code', value: old.address.postalCode })
    const country = await askText({
      message: 'Country (code, such as GB)',
      value: old.address.country,
      validate: problemWith(address.properties.country, 'Enter an upper-case country code, such as GB.'),
    })
    const optional = async (message: string, value: string | undefined, validate?: ReturnType<typeof problemWith>) =>
      askText({ message: `${message} (may be empty)`, value, isOptional: true, validate })
    const companyNumber = await optional('Company number', old.companyNumber)
    const taxNumber = await optional('Tax number', old.taxNumber)
    const mail = await askText({
      message: 'Email address for customers; the contact form sends to it',
      value: old.email,
      validate: problemWith(email, 'Enter an email address, such as care@example.com.'),
    })
    const number = await optional('Phone', old.phone, problemWith(phone, 'Write it such as +44 20 7946 0958.'))
    const line = problemWith(hours.properties.en, 'Enter at most 200 characters.')
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
  async plan({ operator }, { site }, { files, contentDir }) {
    const lines = operator ? await changeSite(files, contentDir, { operator }) : []
    const left = sampleDetails(operator ?? site.operator)
    return {
      lines,
      byHand:
        left.length === 0
          ? []
          : [`Set ${left.join(', ')} of the company: they are still those of ${SAMPLE_OPERATOR.company}.`],
    }
  },
}
