import { LOCALES, type Locale } from '#shared/i18n/locale.ts'

import { findObstacles } from './find-obstacles.ts'
import { findViolations } from './find-violations.ts'
import { LIGHTS, switchLight } from './look.ts'
import { existsAt, type Scenario } from './scenarios.ts'
import { tour, type TourOptions } from './tour.ts'

export interface View {
  locale: Locale
  width: number
}

interface InspectScenariosOptions extends Pick<TourOptions, 'browser' | 'origin' | 'scenarios' | 'guests'> {
  viewsOf: (container: Scenario) => readonly View[]
}

interface Inspection {
  combinations: number
  /** A line each, with scenario, view, rule and element. A scenario that cannot be opened is one too. */
  violations: string[]
}

const PHONE = 390
const HEIGHTS = new Map([
  [PHONE, 844],
  [1440, 900],
])

export function viewsOf(container: Scenario): View[] {
  const widths = [...HEIGHTS.keys()].filter((width) => existsAt(container, width))
  return LOCALES.flatMap((locale) => widths.map((width) => ({ locale, width })))
}

export async function inspectScenarios({
  scenarios,
  viewsOf: wanted,
  ...options
}: InspectScenariosOptions): Promise<Inspection> {
  const inspection: Inspection = { combinations: 0, violations: [] }
  const views = new Map(scenarios.map((container) => [container.name, wanted(container)]))
  const failures = await Promise.all(
    LOCALES.map(async (locale) => {
      const here = ({ name }: Scenario) => (views.get(name) ?? []).filter((view) => view.locale === locale)
      return tour({
        ...options,
        scenarios,
        locale,
        windowsOf: (container) =>
          new Map([...HEIGHTS].filter(([width]) => here(container).some((view) => view.width === width))),
        async look(page, container, width) {
          const place = `${container.name} in ${locale} at ${width} px`
          for (const light of LIGHTS) {
            await switchLight(page, light)
            for (const violation of await findViolations(page, light !== LIGHTS[0]))
              inspection.violations.push(`${place}, ${light}: ${violation}`)
            inspection.combinations += 1
          }
          const obstacles = await findObstacles(page, {
            locale,
            isPhone: width === PHONE,
            isOfCode: container.isOfCode,
          })
          for (const obstacle of obstacles) inspection.violations.push(`${place}: ${obstacle}`)
        },
      })
    }),
  )
  inspection.violations.push(...failures.flat())
  return inspection
}
