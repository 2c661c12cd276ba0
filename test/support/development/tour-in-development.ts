import type { Browser } from 'playwright'

import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { complaintsIn } from '#test/support/browser.ts'
import { findViolations } from '#test/support/find-violations.ts'
import type { Guests } from '#test/support/guests.ts'
import type { Scenario } from '#test/support/scenarios.ts'
import { tour } from '#test/support/tour.ts'

interface DevelopmentTour {
  browser: Browser
  origin: string
  pagesIn: (locale: Locale) => readonly Scenario[]
  guests: Guests
  /** Windows in which each page is opened, in px: width -> height. */
  windows: ReadonlyMap<number, number>
}

const REFUSED = /console error on \S+: Failed to load resource: the server responded with a status of [45]/

/**
 * Opens pages and overlays, the locales in parallel.
 * @returns a line for each React warning, console error, failed request, violation in the style guide, and page that
 * does not open
 */
export async function tourInDevelopment({ windows, origin, pagesIn, ...options }: DevelopmentTour): Promise<string[]> {
  const findings = await Promise.all(
    LOCALES.map(async (locale) => {
      const complaints: string[][] = []
      const violations: string[] = []
      const failures = await tour({
        ...options,
        scenarios: pagesIn(locale),
        origin,
        locale,
        windowsOf: () => windows,
        // Only the style guide is checked, because it exists in development only; the other pages are checked in
        // production.
        async look(page, { isOfCode }) {
          if (isOfCode) violations.push(...(await findViolations(page)))
        },
        watch: (context) => void complaints.push(complaintsIn(context, origin)),
      })
      return [...failures, ...violations, ...complaints.flat().filter((complaint) => !REFUSED.test(complaint))]
    }),
  )
  return findings.flat()
}
