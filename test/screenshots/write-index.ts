import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Shot } from './take-shots.ts'
import { contactPageOf } from './write-contact-page.ts'

export async function writeIndex(folder: string, scenarios: readonly string[], shots: readonly Shot[]): Promise<void> {
  const sections = scenarios.map((scenario) => {
    const links = shots
      .filter((shot) => shot.scenario === scenario)
      .map(({ file, wholePage, locale, width, light }) => {
        const whole = wholePage ? ` (<a href="${wholePage}">whole</a>)` : ''
        return `<a href="${file}">${locale} ${width} ${light}</a>${whole}`
      })
    return `<h2 id="${scenario}">${scenario}</h2>\n<p>${links.join(' · ')}</p>\n<img src="${contactPageOf(scenario)}" alt="${scenario}" loading="lazy">`
  })
  const contents = scenarios.map((scenario) => `<a href="#${scenario}">${scenario}</a>`).join(' · ')
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Contact sheets</title>
<style>body { font: 14px/1.6 sans-serif; margin: 2rem; } img { max-width: 100%; }</style>
<h1>Contact sheets</h1>
<p>${contents}</p>
${sections.join('\n')}
`,
  )
}
