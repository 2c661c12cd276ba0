import { LOCALES } from '#shared/i18n/locale.ts'
import { findViolations } from '#test/support/find-violations.ts'
import { turnLight, type Light } from '#test/support/look.ts'
import { tour, type TourOptions } from '#test/support/tour.ts'

interface InspectRoomsOptions extends Pick<TourOptions, 'browser' | 'origin' | 'rooms' | 'guests'> {
  /** In which lights a room is looked at in a window of this width. */
  lightsOf: (room: string, width: number) => readonly Light[]
}

export interface Inspection {
  /** How many views were looked at. */
  looks: number
  /** A line each, with room, view, rule and element; a room that cannot be entered is one too. */
  violations: string[]
}

/** A phone and a desk. */
const WINDOWS = new Map([
  [390, 844],
  [1440, 900],
])

/** Looks through rooms in every language for what keeps people out. */
export async function inspectRooms({ lightsOf, ...options }: InspectRoomsOptions): Promise<Inspection> {
  const inspection: Inspection = { looks: 0, violations: [] }
  const failures = await Promise.all(
    LOCALES.map(async (locale) =>
      tour({
        ...options,
        locale,
        windows: WINDOWS,
        async look(page, room, width) {
          for (const light of lightsOf(room.name, width)) {
            await turnLight(page, light)
            const view = `${room.name} in ${locale} at ${width} px, ${light}`
            for (const violation of await findViolations(page)) inspection.violations.push(`${view}: ${violation}`)
            inspection.looks += 1
          }
        },
      }),
    ),
  )
  inspection.violations.push(...failures.flat())
  return inspection
}
