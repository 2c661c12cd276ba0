import type { Page } from 'playwright'

import { hydrated } from '#test/support/browser.ts'
import { until } from '#test/support/until.ts'

import type { DevShop } from './dev-shop.ts'

interface Edit {
  name: string
  path: string
  file: string
  from: string
  to: string
  isSeen: (page: Page) => Promise<boolean>
  /** Whether the page keeps its state, such as typed text; otherwise it reloads by itself. */
  isHot: boolean
}

const PATIENCE_MS = 30_000
const TYPED = 'ada@shopper.example'

export const EDITS: readonly Edit[] = [
  {
    name: 'component',
    path: '/en/newsletter',
    file: 'src/app/newsletter/banner/banner-forms.tsx',
    from: '<p className="mb-5 text-quiet">',
    to: '<p className="mb-5 text-quiet">\n        edited component',
    isSeen: (page) => shows(page, 'edited component'),
    isHot: true,
  },
  {
    name: 'style',
    path: '/en/newsletter',
    file: 'src/app/styles/tokens.css',
    from: '--paper: #fbf8f3;',
    to: '--paper: #abcdef;',
    isSeen: (page) =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--paper').trim() === '#abcdef'),
    isHot: true,
  },
  {
    name: 'message',
    path: '/ru/newsletter',
    file: 'locales/content/ru.po',
    from: 'Новинки раньше всех',
    to: 'Исправленное сообщение',
    isSeen: (page) => shows(page, 'Исправленное сообщение'),
    isHot: false,
  },
  {
    name: 'footer that only the server renders',
    path: '/en/newsletter',
    file: 'src/app/shell/footer/footer-links.tsx',
    from: '<Wordmark />',
    to: '<Wordmark /> edited footer',
    isSeen: (page) => shows(page, 'edited footer'),
    isHot: false,
  },
  {
    name: 'message of the footer',
    path: '/ru/newsletter',
    file: 'locales/content/ru.po',
    from: 'Украшения с муассанитами',
    to: 'Исправленный подвал',
    isSeen: (page) => shows(page, 'Исправленный подвал'),
    isHot: false,
  },
  {
    name: 'content page',
    path: '/en/ourStory',
    file: 'content/en/ourStory.md',
    from: '## Why one stone',
    to: '## An edited heading',
    isSeen: (page) => shows(page, 'An edited heading'),
    isHot: false,
  },
  {
    name: 'server route',
    path: '/en/newsletter',
    file: 'src/server/visitor/visitor-routes.ts',
    from: 'if (!country) return {}',
    to: "if (!country) return { countryCode: 'XX' }",
    isSeen: async (page) => {
      const answer = await page.request.get('/api/ip-location')
      return (await answer.text()).includes('XX')
    },
    isHot: false,
  },
]

export async function makeEdit(page: Page, { folder }: DevShop, edit: Edit) {
  await page.goto(edit.path)
  await hydrated(page)
  await page.evaluate(() => Object.assign(globalThis, { isFirstLoad: true }))
  const field = page.locator('main input[name=email]')
  const hasField = (await field.count()) > 0
  if (hasField) await field.fill(TYPED)
  const saved = performance.now()
  const seconds = () => Math.round((performance.now() - saved) / 100) / 10
  await folder.edit(edit.file, edit.from, edit.to)
  // Evaluation fails while the page reloads.
  await until(() => edit.isSeen(page).catch(() => false), PATIENCE_MS)
  const seen = seconds()
  if (!edit.isHot) {
    await until(() => isLoadedAgain(page).catch(() => false), PATIENCE_MS)
    await hydrated(page)
  }
  const wasReloaded = await isLoadedAgain(page)
  return {
    name: edit.name,
    seconds: seen,
    reloadedAfter: wasReloaded ? seconds() : undefined,
    typed: hasField ? await field.inputValue() : undefined,
  }
}

async function shows(page: Page, text: string): Promise<boolean> {
  return (await page.locator('body').innerText()).includes(text)
}

async function isLoadedAgain(page: Page): Promise<boolean> {
  return page.evaluate(() => !('isFirstLoad' in globalThis))
}
