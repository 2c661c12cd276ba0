import { join } from 'node:path'

import { CommandError } from '#server/cli/operator-command.ts'
import { contrastOf, parseHex, toHex, type Rgb } from '#shared/shop/measure-color.ts'

import { COLOR_NAMES, THEMES, type ColorName, type Theme } from './answers.ts'
import type { DraftFiles } from './draft-files.ts'
import { askText } from './prompts.ts'
import type { Planner, Step } from './shop.ts'

type Colors = Record<Theme, Record<ColorName, string>>

/** Colors on the grounds where the shop shows them, and the least contrast by WCAG 2: for text, and for borders of controls. */
const PAIRS: { front: ColorName; backs: readonly ColorName[]; least: number }[] = [
  { front: 'ink', backs: ['paper', 'surface', 'frame'], least: 4.5 },
  { front: 'quiet', backs: ['paper', 'surface', 'frame'], least: 4.5 },
  { front: 'gold', backs: ['paper', 'surface'], least: 4.5 },
  { front: 'success', backs: ['paper', 'surface'], least: 4.5 },
  { front: 'error', backs: ['paper', 'surface'], least: 4.5 },
  { front: 'edge', backs: ['paper'], least: 3 },
]

const STEPS = 100

export const colorsStep: Step = {
  title: 'Colors',
  about: 'The color tokens for light and dark, in src/app/styles/tokens.css. Text needs a contrast of 4.5 : 1.',
  async ask({ files, root }) {
    const wanted = await readColors(files, root)
    for (const theme of THEMES) {
      // Grounds come first, so that each text color is checked against them while it is typed.
      for (const name of COLOR_NAMES)
        wanted[theme][name] = await askText({
          message: `${theme}: ${name}`,
          value: wanted[theme][name],
          validate(text) {
            if (!parseHex(text)) return 'Write it such as #8a6a3b.'
            const trial = structuredClone(wanted)
            trial[theme][name] = text
            const low = findLowContrast(trial).find((one) => one.theme === theme && one.front === name)
            return low && `${text} ${low.message}`
          },
        })
    }
    return { colors: wanted }
  },
}

/** The colors of both color modes. */
export const planColors: Planner = async ({ colors }, { files, root }, mistakes) => {
  if (!colors) return { lines: [] }
  const present = await readColors(files, root)
  const wanted = { light: { ...present.light, ...colors.light }, dark: { ...present.dark, ...colors.dark } }
  for (const { theme, front, message } of findLowContrast(wanted))
    mistakes.add(['colors', theme, front], `${wanted[theme][front]} ${message}`)
  const lines = await changeColors(files, root, wanted)
  return {
    lines,
    byHand: lines.length > 0 ? ['Colors are part of the build: stop the shop and run npm start again.'] : [],
  }
}

function tokensFile(root: string): string {
  return join(root, 'src/app/styles/tokens.css')
}

function colorsFile(root: string): string {
  return join(root, 'src/shared/shop/colors.ts')
}

/** @throws CommandError if a token is missing or not written as `#rrggbb` */
export async function readColors(files: DraftFiles, root: string): Promise<Colors> {
  const css = await files.read(tokensFile(root))
  const palette = (theme: Theme) =>
    Object.fromEntries(COLOR_NAMES.map((name) => [name, find(css, theme, name).value])) as Record<ColorName, string>
  return { light: palette('light'), dark: palette('dark') }
}

/**
 * Drafts colors in the tokens, and in their copy for uses outside CSS.
 * @returns one line for each changed color
 * @throws CommandError as `readColors`
 */
export async function changeColors(files: DraftFiles, root: string, wanted: Colors): Promise<string[]> {
  const lines: string[] = []
  let css = await files.read(tokensFile(root))
  let code = await files.read(colorsFile(root))
  for (const theme of THEMES) {
    for (const name of COLOR_NAMES) {
      const color = wanted[theme][name].toLowerCase()
      const { value, start } = find(css, theme, name)
      if (value === color) continue
      css = css.slice(0, start) + color + css.slice(start + value.length)
      const copy = new RegExp(String.raw`(\n  ${name}: \{.*\b${theme}: ')#\w{6}`)
      code = code.replace(copy, (_, before: string) => before + color)
      lines.push(`colors.${theme}.${name}: ${value} → ${color}`)
    }
  }
  files.change(tokensFile(root), css)
  files.change(colorsFile(root), code)
  return lines
}

/** Finds the value of a token. */
function find(css: string, theme: Theme, name: ColorName): { value: string; start: number } {
  const block = css.indexOf(`@utility ${theme}-tokens {`)
  const end = css.indexOf('\n}', block)
  const match = new RegExp(String.raw`\n  --${name}: (#[\da-f]{6});`, 'i').exec(css.slice(block, end))
  if (block === -1 || !match?.[1])
    throw new CommandError(`src/app/styles/tokens.css does not set --${name} for ${theme} as #rrggbb.`)
  return { value: match[1], start: block + match.index + match[0].indexOf('#') }
}

interface LowContrast {
  theme: Theme
  front: ColorName
  message: string
}

/** @returns the colors with too little contrast, each with its lowest ratio and the nearest color that has enough */
export function findLowContrast(colors: Colors): LowContrast[] {
  return THEMES.flatMap((theme) =>
    PAIRS.flatMap(({ front, backs, least }) => {
      const color = rgbOf(colors[theme][front])
      const grounds = backs.map((name) => ({ name, ground: rgbOf(colors[theme][name]) }))
      const [worst] = grounds
        .map(({ name, ground }) => ({ name, ratio: contrastOf(color, ground) }))
        .toSorted((a, b) => a.ratio - b.ratio)
      if (!worst || worst.ratio >= least) return []
      const nearest = findNearest(
        color,
        grounds.map(({ ground }) => ground),
        least,
      )
      // Rounding up would say that a ratio just below the limit is enough.
      const ratio = Math.floor(worst.ratio * 100) / 100
      const advice = nearest ? `Take ${nearest}, or change ${worst.name}.` : `Change ${backs.join(' or ')}.`
      return {
        theme,
        front,
        message: `has a contrast of ${ratio} : 1 on ${worst.name}; ${least} : 1 is needed. ${advice}`,
      }
    }),
  )
}

/** Mixes a color with black or white until it has enough contrast. */
function findNearest(color: Rgb, grounds: readonly Rgb[], least: number): string | undefined {
  const found = ([0, 255] as const).flatMap((end) => {
    for (let step = 1; step <= STEPS; step += 1) {
      const [red, green, blue] = color.map((channel) => Math.round(channel + ((end - channel) * step) / STEPS))
      const mixed: Rgb = [red ?? 0, green ?? 0, blue ?? 0]
      if (grounds.every((ground) => contrastOf(mixed, ground) >= least)) return [{ step, mixed }]
    }
    return []
  })
  const [best] = found.toSorted((a, b) => a.step - b.step)
  return best && toHex(best.mixed)
}

function rgbOf(hex: string): Rgb {
  const color = parseHex(hex)
  if (!color) throw new Error(`"${hex}" is no color`)
  return color
}
