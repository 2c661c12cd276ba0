import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'

import PDFDocument from 'pdfkit'

import { readWoff } from './read-woff.ts'
import type { Invoice, InvoiceBlock, InvoiceTable } from './to-invoice.ts'

/** In points: the width of A4 and the height of Letter, so that either prints it without scaling. */
const PAPER = { width: 595.28, height: 792 }
const MARGIN = 50
const WIDTH = PAPER.width - 2 * MARGIN
/** Only the page label is below. */
const BOTTOM = PAPER.height - 70
const GAP = 14
const LINE_HEIGHT = 1.35

const INK = '#1c1a17'
const QUIET = '#5f5a52'
const RULE = '#b9b2a6'

const FONTS = join(import.meta.dirname, '../../../../node_modules/@fontsource/dejavu-sans/files')
/** Names and engravings are in any alphabet; the fonts of the pages are split into one file an alphabet. */
const WEIGHTS = { regular: 'dejavu-sans-latin-400-normal.woff', bold: 'dejavu-sans-latin-700-normal.woff' }

interface Style {
  size: number
  weight: keyof typeof WEIGHTS
  color: string
}

const TEXT: Style = { size: 9, weight: 'regular', color: INK }
const STRONG: Style = { size: 9, weight: 'bold', color: INK }
const SMALL: Style = { size: 8, weight: 'regular', color: QUIET }
const BRAND: Style = { size: 11, weight: 'regular', color: QUIET }
const TITLE: Style = { size: 18, weight: 'bold', color: INK }
const TOTAL: Style = { size: 11, weight: 'bold', color: INK }

const LETTERS = new Intl.Segmenter()

// eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
parentPort?.postMessage(await drawInvoice(workerData as Invoice))

async function drawInvoice(invoice: Invoice): Promise<Uint8Array> {
  const document = new PDFDocument({
    size: [PAPER.width, PAPER.height],
    margin: 0,
    bufferPages: true,
    lang: invoice.locale,
    info: { Title: invoice.title, Author: invoice.brand },
    displayTitle: true,
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise((resolve, reject) => document.once('end', resolve).once('error', reject))
  for (const [weight, file] of Object.entries(WEIGHTS)) document.registerFont(weight, readWoff(join(FONTS, file)))
  drawPages(document, invoice)
  document.end()
  await done
  return Buffer.concat(chunks)
}

function drawPages(document: InstanceType<typeof PDFDocument>, invoice: Invoice): void {
  let y = MARGIN

  /** Starts a page if the current one has less than this height left. */
  function need(height: number): void {
    if (y + height <= BOTTOM || y === MARGIN) return
    document.addPage()
    y = MARGIN
  }

  function widthOf(text: string, { size, weight }: Style): number {
    return document.font(weight).fontSize(size).widthOfString(text)
  }

  /** Breaks a text at its spaces, and words that are too long anywhere. */
  function toLines(text: string, width: number, style: Style): string[] {
    const lines: string[] = []
    let line = ''
    for (const word of text.split(' ')) {
      const longer = line ? `${line} ${word}` : word
      if (widthOf(longer, style) <= width) {
        line = longer
        continue
      }
      if (line) lines.push(line)
      line = ''
      for (const { segment } of LETTERS.segment(word)) {
        if (line && widthOf(line + segment, style) > width) {
          lines.push(line)
          line = ''
        }
        line += segment
      }
    }
    return [...lines, line]
  }

  /** @param x the left edge, or the right one of right-aligned text */
  function write(text: string, x: number, top: number, style: Style, align: 'left' | 'right' = 'left'): void {
    const left = align === 'left' ? x : x - widthOf(text, style)
    document
      .font(style.weight)
      .fontSize(style.size)
      .fillColor(style.color)
      .text(text, left, top + style.size, { lineBreak: false, baseline: 'alphabetic' })
  }

  const heightOf = (lines: readonly unknown[], { size }: Style): number => lines.length * size * LINE_HEIGHT

  /** @returns the height */
  function writeLines(lines: readonly string[], x: number, top: number, style: Style): number {
    for (const [index, line] of lines.entries()) write(line, x, top + heightOf(lines.slice(0, index), style), style)
    return heightOf(lines, style)
  }

  function rule(): void {
    document
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + WIDTH, y)
      .lineWidth(0.5)
      .strokeColor(RULE)
      .stroke()
  }

  function paragraph(text: string, style: Style): void {
    for (const line of toLines(text, WIDTH, style)) {
      need(heightOf([line], style))
      write(line, MARGIN, y, style)
      y += heightOf([line], style)
    }
  }

  function blocks(all: readonly InvoiceBlock[]): void {
    const width = (WIDTH - GAP * (all.length - 1)) / all.length
    const columns = all.map(({ title, lines }) => [
      { lines: toLines(title, width, STRONG), style: STRONG },
      { lines: lines.flatMap((line) => toLines(line, width, TEXT)), style: TEXT },
    ])
    const heights = columns.map((parts, index) => {
      let height = 0
      for (const { lines, style } of parts)
        height += writeLines(lines, MARGIN + index * (width + GAP), y + height, style)
      return height
    })
    y += Math.max(...heights)
  }

  function block({ title, lines }: InvoiceBlock): void {
    y += GAP
    need(heightOf([title, lines[0]], TEXT))
    paragraph(title, STRONG)
    for (const line of lines) paragraph(line, TEXT)
  }

  /** The first column takes the space that the others leave. A new page repeats the head. */
  function table({ columns, rows }: InvoiceTable): void {
    const widths = columns.map((name, index) => {
      const heads = name.split(' ').map((word) => widthOf(word, SMALL))
      return Math.max(...heads, ...rows.map(({ cells }) => widthOf(cells[index] ?? '', TEXT)))
    })
    const others = widths.slice(1).reduce((sum, width) => sum + width + GAP, 0)
    widths[0] = Math.max(WIDTH - others, 60)
    const rightOf = (index: number): number =>
      MARGIN + widths.slice(0, index + 1).reduce((sum, width) => sum + width, 0) + GAP * index
    const heads = columns.map((name, index) => toLines(name, widths[index] ?? 0, SMALL))
    const headHeight = Math.max(...heads.map((lines) => heightOf(lines, SMALL))) + 10

    function head(): void {
      for (const [index, lines] of heads.entries())
        for (const [row, line] of lines.entries()) {
          const top = y + headHeight - 10 - heightOf(lines.slice(row), SMALL)
          write(line, index === 0 ? MARGIN : rightOf(index), top, SMALL, index === 0 ? 'left' : 'right')
        }
      y += headHeight - 5
      rule()
      y += 5
    }

    for (const [number, { cells, notes }] of rows.entries()) {
      const name = toLines(cells[0] ?? '', widths[0], TEXT)
      const small = notes.flatMap((note) => toLines(note, widths[0] ?? 0, SMALL))
      const height = heightOf(name, TEXT) + heightOf(small, SMALL) + 6
      const before = y
      need(height + (number === 0 ? headHeight : 0))
      if (number === 0 || y < before) head()
      const nameHeight = writeLines(name, MARGIN, y, TEXT)
      writeLines(small, MARGIN, y + nameHeight, SMALL)
      for (const [index, cell] of cells.entries()) if (index > 0) write(cell, rightOf(index), y, TEXT, 'right')
      y += height
    }
    rule()
  }

  function totals(): void {
    y += 8
    const styleOf = ({ isTotal }: Invoice['totals'][number]): Style => (isTotal ? TOTAL : TEXT)
    const right = MARGIN + WIDTH
    const labelRight = right - 2 * GAP - Math.max(...invoice.totals.map((one) => widthOf(one.value, styleOf(one))))
    for (const figure of invoice.totals) {
      const style = styleOf(figure)
      const label = toLines(figure.label, labelRight - MARGIN, style)
      need(heightOf(label, style))
      for (const [index, line] of label.entries())
        write(line, labelRight, y + heightOf(label.slice(0, index), style), style, 'right')
      write(figure.value, right, y, style, 'right')
      y += heightOf(label, style)
    }
  }

  paragraph(invoice.brand, BRAND)
  paragraph(invoice.title, TITLE)
  if (invoice.notice) paragraph(invoice.notice, TOTAL)
  y += 2 * GAP
  blocks(invoice.blocks)
  y += 2 * GAP
  table(invoice.items)
  totals()
  if (invoice.taxes) {
    y += 2 * GAP
    table(invoice.taxes)
  }
  y += GAP
  for (const note of invoice.notes) block(note)

  const { count } = document.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page)
    const label = invoice.pageLabel.replace('{page}', String(page + 1)).replace('{pages}', String(count))
    const top = PAPER.height - 50
    write(invoice.title, MARGIN, top, SMALL)
    write(label, MARGIN + WIDTH, top, SMALL, 'right')
  }
}
