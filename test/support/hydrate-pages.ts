import type { Browser, Page } from 'playwright'

import { LOCALES } from '#shared/i18n/locale.ts'

import { hydrated, complaintsIn } from './browser.ts'
import { writtenPages } from './content-pages.ts'
import type { OpenShop } from './open-shop.ts'
import { seePopupsBefore } from './seen-popups.ts'

const OTHERS = ['/cart', '/checkout', '/order/confirmation']

export function writtenPaths({ app }: OpenShop): string[] {
  return LOCALES.flatMap((locale) =>
    [...writtenPages(app, locale).map(({ path }) => path), ...OTHERS].map((path) => `/${locale}${path}`),
  )
}

export async function hydratePages(browser: Browser, origin: string, paths: readonly string[]): Promise<string[]> {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-US' })
  await seePopupsBefore(context)
  const complaints = complaintsIn(context, origin)
  const page = await context.newPage()
  for (const path of paths) complaints.push(...(await hydrate(page, path)).map((complaint) => `${path} ${complaint}`))
  await context.close()
  return complaints
}

async function hydrate(page: Page, path: string): Promise<string[]> {
  const answer = await page.goto(path)
  await hydrated(page)
  // The first page of a visit requests a cart from the backend; these are one visit.
  await page.waitForFunction(() => localStorage.getItem('cart_id') !== null)
  const status = answer?.status()
  return [...(status === 200 ? [] : [`answered ${status}`]), ...(/\S/.test(await page.title()) ? [] : ['has no title'])]
}
