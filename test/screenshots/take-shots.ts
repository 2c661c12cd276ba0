import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { Page } from 'playwright'

import type { Locale } from '#shared/i18n/locale.ts'
import { LIGHTS, switchLight, type Light } from '#test/support/look.ts'
import type { Scenario } from '#test/support/scenarios.ts'
import { tour, type TourOptions } from '#test/support/tour.ts'

import type { ScreenshotOptions } from './read-options.ts'

export interface Shot {
  scenario: string
  locale: Locale
  width: number
  light: Light
  file: string
  wholePage?: string
}

type TakeShotsOptions = Pick<TourOptions, 'browser' | 'origin' | 'scenarios' | 'guests' | 'signal'> &
  Pick<ScreenshotOptions, 'locales' | 'windows'> & { folder: string }

export async function takeShots(options: TakeShotsOptions): Promise<{ shots: Shot[]; failures: string[] }> {
  const { locales, windows, folder, scenarios } = options
  await Promise.all(scenarios.map(({ name }) => rm(join(folder, name), { recursive: true, force: true })))
  const shots: Shot[] = []
  const failures = await Promise.all(
    locales.map(async (locale) =>
      tour({
        ...options,
        locale,
        windowsOf: () => windows,
        async look(page, scenario, width) {
          for (const light of LIGHTS) shots.push(await shoot(page, folder, scenario, { locale, width, light }))
        },
      }),
    ),
  )
  return { shots: shots.toSorted((a, b) => a.file.localeCompare(b.file)), failures: failures.flat() }
}

async function shoot(
  page: Page,
  folder: string,
  { name, overlay }: Scenario,
  view: Pick<Shot, 'locale' | 'width' | 'light'>,
): Promise<Shot> {
  await switchLight(page, view.light)
  await mkdir(join(folder, name, view.locale), { recursive: true })
  const path = join(name, view.locale, `${view.width}-${view.light}`)
  const shot: Shot = { scenario: name, ...view, file: `${path}.png` }
  await page.screenshot({ path: join(folder, shot.file), animations: 'disabled' })
  if (overlay) return shot
  await showFarDown(page)
  const wholePage = `${path}-whole.png`
  await page.screenshot({ path: join(folder, wholePage), animations: 'disabled', fullPage: true })
  return { ...shot, wholePage }
}

/** A full-page screenshot does not scroll, so content that loads near the window would be missing. */
async function showFarDown(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const rules = await new CSSStyleSheet().replace('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [rules]
  })
}
