import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Shot } from './take-shots.ts'
import { sheetOf } from './write-sheet.ts'

/** One page with every contact sheet, and every shot behind its name. Sheets of earlier runs stay beside it. */
export async function writeIndex(folder: string, rooms: readonly string[], shots: readonly Shot[]): Promise<void> {
  const sections = rooms.map((room) => {
    const links = shots
      .filter((shot) => shot.room === room)
      .map(({ file, wholePage, locale, width, light }) => {
        const whole = wholePage ? ` (<a href="${wholePage}">whole</a>)` : ''
        return `<a href="${file}">${locale} ${width} ${light}</a>${whole}`
      })
    return `<h2 id="${room}">${room}</h2>\n<p>${links.join(' · ')}</p>\n<img src="${sheetOf(room)}" alt="${room}" loading="lazy">`
  })
  const contents = rooms.map((room) => `<a href="#${room}">${room}</a>`).join(' · ')
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
