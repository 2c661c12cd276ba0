import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'

import PDFDocument from 'pdfkit'

import { PRINTOUT, PRINTOUT_LINE, type PrintoutShape } from '#shared/product/size-printout.ts'

/** PDF units are points. */
const POINTS_PER_MM = 72 / 25.4
/** Paper size in millimeters: the width of A4 and the height of Letter, so that either prints it without scaling. */
const PAPER = { width: 210, height: 279.4 }
const MARGIN = { left: (PAPER.width - PRINTOUT.width) / 2, top: 25 }

const FONTS = join(import.meta.dirname, '../../../../node_modules/@fontsource/cormorant-garamond/files')
/** Each font file has one alphabet. */
const ALPHABETS = {
  latin: 'cormorant-garamond-latin-600-normal.woff',
  cyrillic: 'cormorant-garamond-cyrillic-600-normal.woff',
}

/** Lining figures, because the font's old-style figures look like letters. */
const FIGURES: { features: PDFKit.Mixins.OpenTypeFeatures[] } = { features: ['lnum'] }

type Document = InstanceType<typeof PDFDocument>

export interface SizePrintoutTask {
  shapes: readonly PrintoutShape[]
  title: string
}

// eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
parentPort?.postMessage(await drawPrintout(workerData as SizePrintoutTask))

async function drawPrintout({ shapes, title }: SizePrintoutTask): Promise<Uint8Array> {
  const document = new PDFDocument({
    size: [PAPER.width * POINTS_PER_MM, PAPER.height * POINTS_PER_MM],
    margin: 0,
    info: { Title: title },
    displayTitle: true,
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise((resolve, reject) => document.once('end', resolve).once('error', reject))
  for (const [name, file] of Object.entries(ALPHABETS)) document.registerFont(name, join(FONTS, file))
  document.scale(POINTS_PER_MM).translate(MARGIN.left, MARGIN.top)
  for (const shape of shapes) draw(document, shape)
  document.end()
  await done
  return Buffer.concat(chunks)
}

function draw(document: Document, shape: PrintoutShape): void {
  document.save()
  if (shape.kind === 'text') write(document, shape)
  else {
    document.lineWidth((shape.kind === 'path' && shape.line) || PRINTOUT_LINE)
    if (shape.kind === 'circle') document.circle(shape.x, shape.y, shape.radius)
    else if (shape.kind === 'card') document.roundedRect(shape.x, shape.y, shape.width, shape.height, shape.corner)
    else {
      document.path(shape.d)
      if (shape.dashes) document.dash(shape.dashes[0], { space: shape.dashes[1] })
    }
    document.stroke()
  }
  document.restore()
}

function write(document: Document, shape: Extract<PrintoutShape, { kind: 'text' }>): void {
  const runs = (shape.text.match(/[\u0400-\u04FF]+|[^\u0400-\u04FF]+/g) ?? []).map((text) => {
    document.font(/^[\u0400-\u04FF]/.test(text) ? 'cyrillic' : 'latin').fontSize(shape.size)
    return {
      text,
      font: /^[\u0400-\u04FF]/.test(text) ? 'cyrillic' : 'latin',
      width: document.widthOfString(text, FIGURES),
    }
  })
  document.translate(shape.x, shape.y)
  if (shape.isUpright) document.rotate(-90)
  let x = shape.isCentered ? -runs.reduce((sum, { width }) => sum + width, 0) / 2 : 0
  for (const { text, font, width } of runs) {
    document
      .font(font)
      .fontSize(shape.size)
      .text(text, x, 0, { ...FIGURES, lineBreak: false, baseline: 'alphabetic' })
    x += width
  }
}
