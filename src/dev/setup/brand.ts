import { join } from 'node:path'

import { CommandError } from '#server/cli/operator-command.ts'
import { Site } from '#server/content/load-site.ts'

import { listPages } from './placeholders.ts'
import { askText, problemWith } from './prompts.ts'
import type { Planner, Step } from './shop.ts'

const SAMPLE_BRAND = 'Lumenite'

export const brandStep: Step = {
  title: 'Brand',
  about: 'The name of the shop, in content/site.yml, in the pages that name it and in Medusa.',
  async ask({ site }) {
    const validate = problemWith(Site.properties.brand)
    return { brand: await askText({ message: 'Name of the shop', value: site.brand, validate }) }
  },
}

/** The shop's name in the pages that name it, and in Medusa's store. */
export const planBrand: Planner = async ({ brand }, { site, files, contentDir, admin }) => {
  if (brand === undefined) return { lines: [] }
  const lines: string[] = []
  // Pages still have the sample's name if the brand was set by hand.
  const names = new Set([site.brand, SAMPLE_BRAND].filter((name) => name !== brand))
  for (const page of await listPages(contentDir, ['.md', '.yml'])) {
    const path = join(contentDir, page)
    const text = await files.read(path)
    const renamed = rename(text, names, { brand, company: site.operator.company })
    if (renamed === text) continue
    files.change(path, renamed)
    lines.push(`${page}: ${[...names].join(', ')} → ${brand}`)
  }
  const { stores } = await admin.store.list({ fields: 'id,name' })
  const [store] = stores
  if (!store) throw new CommandError('The backend has no store.')
  if (store.name !== brand) lines.push(`Medusa’s store: ${store.name} → ${brand}`)
  return {
    lines,
    byHand:
      brand === SAMPLE_BRAND
        ? []
        : [
            'Replace src/app/public/favicon.svg and its icons, content/media/social-share.webp.',
            'Replace the photographs of the home page and the categories in content/media, and read every page: the',
            '  stories, guides and promises are those of the sample shop.',
          ],
    async apply() {
      if (store.name !== brand) await admin.store.update(store.id, { name: brand })
    },
  }
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
