import { join } from 'node:path'

import sharp from 'sharp'

import type { Shot } from './take-shots.ts'

const COLUMN = 480
const GAP = 24
const CAPTION = 36
const GROUND = '#8a8580'

/** Height of a shot of each width on the contact sheet, in px. */
const ROW_HEIGHTS = new Map([
  [390, 844],
  [768, 640],
  [1440, 300],
])

export async function writeContactPage(folder: string, scenario: string, shots: readonly Shot[]): Promise<void> {
  if (shots.length === 0) return
  const columns = [...new Set(shots.map(columnOf))].toSorted(
    (a, b) => a.slice(0, 2).localeCompare(b.slice(0, 2)) || b.localeCompare(a),
  )
  const rows = [...new Set(shots.map(({ width }) => width))].toSorted((a, b) => a - b)
  const tops = rows.map((_, index) => rows.slice(0, index).reduce((top, width) => top + rowHeight(width), GAP))
  const layers = await Promise.all(
    shots.map(async (shot) => {
      const left = GAP + columns.indexOf(columnOf(shot)) * (COLUMN + GAP)
      const top = tops[rows.indexOf(shot.width)] ?? 0
      const height = ROW_HEIGHTS.get(shot.width) ?? COLUMN
      const image = await sharp(join(folder, shot.file)).resize({ width: COLUMN, height, fit: 'inside' }).toBuffer()
      return [
        { input: caption(shot), left, top },
        { input: image, left, top: top + CAPTION },
      ]
    }),
  )
  const height = rows.reduce((total, width) => total + rowHeight(width), GAP)
  await sharp({ create: { width: GAP + columns.length * (COLUMN + GAP), height, channels: 3, background: GROUND } })
    .composite(layers.flat())
    .webp({ quality: 82 })
    .toFile(join(folder, contactPageOf(scenario)))
}

export function contactPageOf(scenario: string): string {
  return `${scenario}.webp`
}

function columnOf({ locale, light }: Shot): string {
  return `${locale} ${light}`
}

function rowHeight(width: number): number {
  return CAPTION + (ROW_HEIGHTS.get(width) ?? COLUMN) + GAP
}

function caption({ scenario, locale, width, light }: Shot): Buffer {
  const text = `${scenario} · ${locale} · ${light} · ${width}`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${COLUMN}" height="${CAPTION}"><text x="0" y="22" font-family="sans-serif" font-size="17" fill="#fff">${text}</text></svg>`,
  )
}
