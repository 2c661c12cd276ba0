import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Shot } from './take-shots.ts'

export async function writeIndex(folder: string, scenarios: readonly string[], shots: readonly Shot[]): Promise<void> {
  const sections = scenarios.map((scenario) => {
    const figures = shots
      .filter((shot) => shot.scenario === scenario)
      .map(({ file, wholePage, locale, width, light }) => {
        const whole = wholePage ? ` (<a href="${wholePage}">whole</a>)` : ''
        const caption = `<figcaption>${locale} ${width} ${light}${whole}</figcaption>`
        return `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a>${caption}</figure>`
      })
    return `<h2 id="${scenario}">${scenario}</h2>\n<div>${figures.join('')}</div>`
  })
  const contents = scenarios.map((scenario) => `<a href="#${scenario}">${scenario}</a>`).join(' · ')
  const style = 'body { font: 14px/1.6 sans-serif } div { display: flex; flex-wrap: wrap } img { height: 32rem }'
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact sheets</title><style>${style}</style>`
  await writeFile(join(folder, 'index.html'), `${head}\n<p>${contents}</p>\n${sections.join('\n')}\n`)
}
