import { readFile } from 'node:fs/promises'

import sharp from 'sharp'
import type { Plugin } from 'vite'

/** For platforms without SVG support: the width in px by file name. */
const IMAGES = { 'apple-touch-icon.png': 180, 'icon-192.png': 192, 'icon-512.png': 512 }
const ICO_PX = 32
/** The share of a maskable icon's width that a phone never crops. */
const SAFE = 0.7

/** All icons come from one SVG, so that a shop changes one file. */
export function drawIcons(drawing: string): Plugin {
  return {
    name: 'lumenite:draw-icons',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle() {
      const svg = await readFile(drawing)
      for (const [fileName, width] of Object.entries(IMAGES))
        this.emitFile({ type: 'asset', fileName, source: await draw(svg, width) })
      this.emitFile({ type: 'asset', fileName: 'icon-maskable.png', source: await drawMaskable(svg) })
      this.emitFile({ type: 'asset', fileName: 'favicon.ico', source: toIco(await draw(svg, ICO_PX)) })
    },
  }
}

async function draw(svg: Buffer, width: number): Promise<Buffer> {
  return sharp(svg, { density: 72 * (width / 32) })
    .resize(width, width)
    .png()
    .toBuffer()
}

async function drawMaskable(svg: Buffer): Promise<Buffer> {
  const width = IMAGES['icon-512.png']
  const inner = await draw(svg, Math.round(width * SAFE))
  // The middle of the top edge, because the corners of the drawing are rounded.
  const [red = 0, green = 0, blue = 0] = await sharp(inner)
    .extract({ left: Math.round((width * SAFE) / 2), top: 2, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer()
  const background = { r: red, g: green, b: blue, alpha: 1 }
  return sharp({ create: { width, height: width, channels: 4, background } })
    .composite([{ input: inner }])
    .png()
    .toBuffer()
}

function toIco(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2) // an icon, not a cursor
  head.writeUInt16LE(1, 4) // holds one image
  head.writeUInt8(ICO_PX, 6)
  head.writeUInt8(ICO_PX, 7)
  head.writeUInt16LE(1, 10) // color planes
  head.writeUInt16LE(32, 12) // bits of a pixel
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
