import { parseHex } from '#shared/shop/measure-color.ts'

import { COLOR_NAMES, THEMES, type Answers } from '../answers.ts'
import { askText } from '../prompts.ts'
import type { Step } from '../step.ts'
import { changeColors, findLowContrast, type Colors } from '../tokens.ts'

/** The colors of both color modes. */
export const colorsStep: Step = {
  title: 'Colors',
  about: 'The color tokens for light and dark, in src/app/styles/tokens.css. Text needs a contrast of 4.5 : 1.',
  async ask({ readColors }) {
    const wanted = await readColors()
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
  async plan({ colors: answer }, { readColors }, { files, root, mistakes }) {
    if (!answer) return { lines: [] }
    const wanted = merge(await readColors(), answer)
    for (const { theme, front, message } of findLowContrast(wanted))
      mistakes.add(['colors', theme, front], `${wanted[theme][front]} ${message}`)
    const lines = await changeColors(files, root, wanted)
    return {
      lines,
      byHand: lines.length > 0 ? ['Colors are part of the build: stop the shop and run npm start again.'] : [],
    }
  },
}

function merge(present: Colors, answer: NonNullable<Answers['colors']>): Colors {
  return { light: { ...present.light, ...answer.light }, dark: { ...present.dark, ...answer.dark } }
}
