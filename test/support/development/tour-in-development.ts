import type { Browser } from 'playwright'

import { LOCALES } from '#shared/i18n/locale.ts'
import { complaintsIn } from '#test/support/browser.ts'
import type { Guests } from '#test/support/guests.ts'
import type { Room } from '#test/support/rooms.ts'
import { tour } from '#test/support/tour.ts'

interface DevelopmentTour {
  browser: Browser
  /** Of a shop in development. */
  origin: string
  rooms: readonly Room[]
  guests: Guests
  /** Windows in which a room is looked at, in px: width -> height. */
  windows: ReadonlyMap<number, number>
}

/** What the browser says of every page that answers with an error. */
const REFUSED = /console error on \S+: Failed to load resource: the server responded with a status of [45]/

/**
 * Goes through rooms in both languages, one beside the other.
 * @returns a line for each warning of React, error in the console, failed request, and room that does not open
 */
export async function tourInDevelopment({ windows, origin, ...options }: DevelopmentTour): Promise<string[]> {
  const findings = await Promise.all(
    LOCALES.map(async (locale) => {
      const heard: string[][] = []
      const failures = await tour({
        ...options,
        origin,
        locale,
        windowsOf: () => windows,
        async look() {},
        watch: (context) => void heard.push(complaintsIn(context, origin)),
      })
      return [...failures, ...heard.flat().filter((complaint) => !REFUSED.test(complaint))]
    }),
  )
  return findings.flat()
}
