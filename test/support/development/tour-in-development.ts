import type { Browser } from 'playwright'

import { LOCALES } from '#shared/i18n/locale.ts'
import { complaintsIn } from '#test/support/browser.ts'
import { findViolations } from '#test/support/find-violations.ts'
import type { Guests } from '#test/support/guests.ts'
import type { Scenario } from '#test/support/scenarios.ts'
import { tour } from '#test/support/tour.ts'

interface DevelopmentTour {
  browser: Browser
  /** Of a shop in development. */
  origin: string
  pages: readonly Scenario[]
  guests: Guests
  /** Windows in which each is opened, in px: width -> height. */
  windows: ReadonlyMap<number, number>
}

/** What the browser says of every page that answers with an error. */
const REFUSED = /console error on \S+: Failed to load resource: the server responded with a status of [45]/

/**
 * Opens pages and overlays in both languages, one beside the other.
 * @returns a line for each warning of React, error in the console, failed request, violation in the style guide, and
 * page that does not open
 */
export async function tourInDevelopment({ windows, origin, pages, ...options }: DevelopmentTour): Promise<string[]> {
  const findings = await Promise.all(
    LOCALES.map(async (locale) => {
      const complaints: string[][] = []
      const violations: string[] = []
      const failures = await tour({
        ...options,
        scenarios: pages,
        origin,
        locale,
        windowsOf: () => windows,
        // The style guide is in development alone; the other pages are looked through as they are in production.
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
