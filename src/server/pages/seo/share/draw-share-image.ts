import { rmSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'

import sharp from 'sharp'
import type { Sharp } from 'sharp'

import { SHARE_IMAGE } from '#shared/images/image-url.ts'
import { COLORS } from '#shared/shop/colors.ts'

import { xmlText } from '../feeds/feed-items.ts'

export interface ShareDrawing {
  /** The photo; without one the background stays empty. */
  photo: Buffer | undefined
  /** The name beside the photo; without a name the photo fills the image. */
  name: string | undefined
  brand: string
}

const PAPER = COLORS.paper.light
const INK = COLORS.ink.light
const GOLD = COLORS.gold.light
const ORNAMENT = COLORS.ornament.light

const { width: WIDTH, height: HEIGHT } = SHARE_IMAGE
const MARGIN = 72
const COLUMN = WIDTH - HEIGHT - 2 * MARGIN
const JPEG = { quality: 84, mozjpeg: true } as const
/** In pixels. The largest one in which the name fits is used. */
const SIZES = [68, 56, 46, 38]
const TALLEST = 330
const LONGEST = 120

const FAMILY = 'Cormorant Garamond Medium'
const ALPHABETS = ['latin', 'cyrillic']

// Disable the cache, so that memory stays available for pages.
sharp.cache(false)
sharp.concurrency(1)
let fonts: Promise<void> | undefined

/** A JPEG of 1200 by 630 pixels. Throws if the photo is not an image, or the fonts cannot be loaded. */
export async function drawShareImage({ photo, name, brand }: ShareDrawing): Promise<Buffer> {
  if (photo && name === undefined) {
    return sharp(photo)
      .resize({ width: WIDTH, height: HEIGHT, fit: 'cover', position: 'attention' })
      .jpeg(JPEG)
      .toBuffer()
  }
  await findFonts()
  const ground = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: PAPER } })
  if (name === undefined) {
    const sign = await write(brand.toUpperCase(), 64, GOLD, 0.14)
    return ground
      .composite([{ input: sign.data }])
      .jpeg(JPEG)
      .toBuffer()
  }
  const sign = await write(brand.toUpperCase(), 30, GOLD, 0.14)
  const title = await writeName(shorten(name))
  const line = { create: { width: 64, height: 2, channels: 3 as const, background: ORNAMENT } }
  return ground
    .composite([
      ...(photo ? [{ input: await square(photo), left: WIDTH - HEIGHT, top: 0 }] : []),
      { input: sign.data, left: MARGIN, top: MARGIN },
      { input: title.data, left: MARGIN, top: Math.round((HEIGHT - title.info.height) / 2) },
      { input: line, left: MARGIN, top: HEIGHT - MARGIN },
    ])
    .jpeg(JPEG)
    .toBuffer()
}

function square(photo: Buffer): Promise<Buffer> {
  return sharp(photo).resize({ width: HEIGHT, height: HEIGHT, fit: 'cover' }).toBuffer()
}

async function writeName(name: string) {
  let written = await write(name, SIZES[0] ?? 0, INK)
  for (const size of SIZES.slice(1)) {
    if (written.info.height <= TALLEST && written.info.width <= COLUMN) break
    written = await write(name, size, INK)
  }
  return written.info.height <= TALLEST
    ? written
    : sharp(written.data)
        .extract({ left: 0, top: 0, width: written.info.width, height: TALLEST })
        .png()
        .toBuffer({ resolveWithObject: true })
}

/** @param spacing between letters, relative to their size */
function write(line: string, size: number, colour: string, spacing = 0) {
  const attributes = `foreground="${colour}" letter_spacing="${Math.round(size * spacing * 1024)}" font_features="lnum"`
  const text = `<span ${attributes}>${xmlText(line)}</span>`
  const drawn: Sharp = sharp({
    // At this resolution one pixel is one point.
    text: { text, font: `${FAMILY}, ${size}`, width: COLUMN, rgba: true, dpi: 72, wrap: 'word-char' },
  })
  return drawn.png().toBuffer({ resolveWithObject: true })
}

/** Leaves no short word at the end of a line. */
function shorten(name: string): string {
  const characters = Array.from(
    name.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ').replaceAll(/(?<=(?:^|\s)\p{L}{1,2}) /gu, '\u00A0'),
  )
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : characters.join('')
}

function findFonts(): Promise<void> {
  fonts ??= loadFonts().catch((error: unknown) => {
    // The next image retries.
    fonts = undefined
    throw error
  })
  return fonts
}

/** A machine may not have the fonts of our pages. The library remembers a font once it is named. */
async function loadFonts(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'share-fonts-'))
  // The folder is removed synchronously, because an exiting process does no asynchronous work.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const alphabet of ALPHABETS) {
    const name = `@fontsource/cormorant-garamond/files/cormorant-garamond-${alphabet}-500-normal.woff`
    const file = join(folder, `${alphabet}.ttf`)
    await writeFile(file, openWoff(await readFile(fileURLToPath(import.meta.resolve(name)))))
    await sharp({ text: { text: 'A', font: FAMILY, fontfile: file } })
      .png()
      .toBuffer()
  }
}

const HEADER = 12
const ENTRY = 16
const WOFF_HEADER = 44
const WOFF_ENTRY = 20

/** Reads WOFF 1, where each table is compressed separately, as the plain format that the library needs. */
function openWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is no font in WOFF')
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(HEADER + count * ENTRY)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  // These header fields are for programs that find tables by binary search.
  const depth = Math.floor(Math.log2(count))
  head.writeUInt16BE(2 ** depth * ENTRY, 6)
  head.writeUInt16BE(depth, 8)
  head.writeUInt16BE(count * ENTRY - 2 ** depth * ENTRY, 10)

  const parts: Buffer[] = [head]
  let length = head.length
  for (let index = 0; index < count; index += 1) {
    const from = WOFF_HEADER + index * WOFF_ENTRY
    const to = HEADER + index * ENTRY
    const [place, packedLength, fullLength, checksum] = [4, 8, 12, 16].map((at) => woff.readUInt32BE(from + at)) as [
      number,
      number,
      number,
      number,
    ]
    const packed = woff.subarray(place, place + packedLength)
    const table = packedLength < fullLength ? inflateSync(packed) : packed
    woff.copy(head, to, from, from + 4)
    head.writeUInt32BE(checksum, to + 4)
    head.writeUInt32BE(length, to + 8)
    head.writeUInt32BE(fullLength, to + 12)
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4)
    parts.push(table, padding)
    length += table.length + padding.length
  }
  return Buffer.concat(parts)
}
