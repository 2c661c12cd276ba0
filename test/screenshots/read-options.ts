import { parseArgs } from 'node:util'

import { isLocale, LOCALES, type Locale } from '#shared/i18n/locale.ts'

export interface ScreenshotOptions {
  scenarios: readonly string[]
  locales: readonly Locale[]
  windows: ReadonlyMap<number, number>
  seed: number
}

const WINDOWS = new Map([
  [390, 844],
  [768, 1024],
  [1440, 900],
])

export const OPTIONS = 'Options: --scenario name (again for more), --locale en|ru, --width 390|768|1440, --seed number.'

export function readOptions(args: string[]): ScreenshotOptions {
  const several = { type: 'string', multiple: true } as const
  const { values } = parseArgs({
    args,
    options: { scenario: several, locale: several, width: several, seed: { type: 'string' } },
  })
  const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed)
  const locales = values.locale?.filter(isLocale) ?? []
  const widths = values.width?.map(Number) ?? []
  const isKnown = locales.length === (values.locale ?? []).length && widths.every((width) => WINDOWS.has(width))
  if (!isKnown || !Number.isSafeInteger(seed)) throw new Error(OPTIONS)
  return {
    scenarios: values.scenario ?? [],
    locales: locales.length > 0 ? locales : LOCALES,
    windows: widths.length > 0 ? new Map([...WINDOWS].filter(([width]) => widths.includes(width))) : WINDOWS,
    seed,
  }
}
