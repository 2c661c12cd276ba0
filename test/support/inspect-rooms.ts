import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { findViolations } from '#test/support/find-violations.ts'
import { LIGHTS, turnLight, type Light } from '#test/support/look.ts'
import { existsAt, type Room } from '#test/support/rooms.ts'
import { tour, type TourOptions } from '#test/support/tour.ts'

export interface View {
  locale: Locale
  /** Of the window, in px. */
  width: number
  light: Light
}

interface InspectRoomsOptions extends Pick<TourOptions, 'browser' | 'origin' | 'rooms' | 'guests'> {
  /** How a room is looked at: some of its `viewsOf`. */
  viewsOf: (room: Room) => readonly View[]
}

export interface Inspection {
  /** How many views were looked at. */
  looks: number
  /** A line each, with room, view, rule and element; a room that cannot be entered is one too. */
  violations: string[]
}

/** A phone and a desk. */
const HEIGHTS = new Map([
  [390, 844],
  [1440, 900],
])

/** Every way to look at a room. */
export function viewsOf(room: Room): View[] {
  const widths = [...HEIGHTS.keys()].filter((width) => existsAt(room, width))
  return LOCALES.flatMap((locale) => widths.flatMap((width) => LIGHTS.map((light) => ({ locale, width, light }))))
}

/** Looks through rooms for what keeps people out, one language beside the other. */
export async function inspectRooms({ rooms, viewsOf: wanted, ...options }: InspectRoomsOptions): Promise<Inspection> {
  const inspection: Inspection = { looks: 0, violations: [] }
  const views = new Map(rooms.map((room) => [room.name, wanted(room)]))
  const failures = await Promise.all(
    LOCALES.map(async (locale) => {
      const here = ({ name }: Room) => (views.get(name) ?? []).filter((view) => view.locale === locale)
      return tour({
        ...options,
        rooms,
        locale,
        windowsOf: (room) => new Map([...HEIGHTS].filter(([width]) => here(room).some((view) => view.width === width))),
        async look(page, room, width) {
          for (const { light } of here(room).filter((view) => view.width === width)) {
            await turnLight(page, light)
            const place = `${room.name} in ${locale} at ${width} px, ${light}`
            for (const violation of await findViolations(page)) inspection.violations.push(`${place}: ${violation}`)
            inspection.looks += 1
          }
        },
      })
    }),
  )
  inspection.violations.push(...failures.flat())
  return inspection
}
