import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'

import PDFDocument from 'pdfkit'

import type { Invoice, InvoiceTable } from './to-invoice.ts'

/** In points: the width of A4 and the height of Letter, so that either prints it without scaling. */
const PAPER = { width: 595.28, height: 792 }
/** A table that goes on on the next page repeats its head in the margin. */
const MARGINS = { left: 50, right: 50, top: 80, bottom: 70 }
const HEAD_TOP = 40
const GAP = 14
const TEXT_SIZE = 9
const SMALL_SIZE = 8
const TOTAL_SIZE = 11
const RIGHT = { x: 'right' } as const

const INK = '#1c1a17'
const QUIET = '#5f5a52'
const RULE = '#b9b2a6'

/**
 * Names and engravings are in any alphabet; the fonts of the pages are split into one file an alphabet. By path, because
 * the tables parse a registered font again for each cell.
 */
const REGULAR = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))
const BOLD = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'))

// eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
parentPort?.postMessage(await drawInvoice(workerData as Invoice))

async function drawInvoice(invoice: Invoice): Promise<Uint8Array> {
  const document = new PDFDocument({
    size: [PAPER.width, PAPER.height],
    margins: MARGINS,
    bufferPages: true,
    lang: invoice.locale,
    info: { Title: invoice.title, Author: invoice.brand },
    displayTitle: true,
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise((resolve, reject) => document.once('end', resolve).once('error', reject))
  drawPages(document, invoice)
  document.end()
  await done
  return Buffer.concat(chunks)
}

function drawPages(document: InstanceType<typeof PDFDocument>, invoice: Invoice): void {
  function write(text: string, size = TEXT_SIZE, font = REGULAR, color = INK): void {
    document.font(font).fontSize(size).fillColor(color).text(text)
  }

  function widest(texts: readonly string[], size = TEXT_SIZE, font = REGULAR): number {
    document.font(font).fontSize(size)
    // A point more, so that rounding breaks no line.
    return Math.max(...texts.map((text) => document.widthOfString(text))) + 1
  }

  function toCell(text: string, font = REGULAR, size = TEXT_SIZE) {
    return { text, font: { src: font, size }, textColor: INK, border: 0, borderColor: RULE }
  }

  /** The first column takes the space that the others leave. */
  function table({ columns, rows }: InvoiceTable): void {
    if (document.y > PAPER.height - MARGINS.bottom - 4 * GAP) document.addPage()
    const widths = columns.slice(1).map((name, index) => {
      const cells = rows.map((row) => row[index + 1] ?? '')
      return Math.max(widest(name.split(' '), SMALL_SIZE), widest(cells)) + GAP
    })
    const head = columns.map((name, index): PDFKit.Mixins.CellOptions => ({
      ...toCell(name, REGULAR, SMALL_SIZE),
      textColor: QUIET,
      border: [0, 0, 0.5, 0],
      align: { x: index === 0 ? 'left' : 'right', y: 'bottom' },
    }))
    const draw = (data: PDFKit.Mixins.CellOptions[][], y = document.y) =>
      document.table({
        position: { x: MARGINS.left, y },
        columnStyles: [{ minWidth: 60 }, ...widths.map((width) => ({ width, align: RIGHT }))],
        defaultStyle: { padding: [3, 0] },
        data,
      })
    const repeat = () => draw([head], HEAD_TOP)
    document.on('pageAdded', repeat)
    draw([head, ...rows.map((row) => row.map((text) => toCell(text)))])
    document.off('pageAdded', repeat)
    document.moveTo(MARGINS.left, document.y).lineTo(PAPER.width - MARGINS.right, document.y)
    document.lineWidth(0.5).strokeColor(RULE).stroke()
  }

  document.lineGap(1.5).y = HEAD_TOP
  write(invoice.brand, TOTAL_SIZE, REGULAR, QUIET)
  write(invoice.title, 2 * TEXT_SIZE, BOLD)
  if (invoice.notice) write(invoice.notice, TOTAL_SIZE, BOLD)
  document.y += 2 * GAP
  document.table({
    defaultStyle: { padding: { top: 0, right: GAP, bottom: 0, left: 0 } },
    data: [
      invoice.blocks.map(({ title }) => toCell(title, BOLD)),
      invoice.blocks.map(({ lines }) => toCell(lines.join('\n'))),
    ],
  })
  document.y += 2 * GAP
  table(invoice.items)
  document.y += GAP / 2
  const values = widest(
    invoice.totals.map(({ value }) => value),
    TOTAL_SIZE,
    BOLD,
  )
  document.table({
    columnStyles: [{}, { width: values + 2 * GAP }],
    defaultStyle: { padding: 0, align: RIGHT },
    data: invoice.totals.map(({ label, value, isTotal }) =>
      [label, value].map((text) => (isTotal ? toCell(text, BOLD, TOTAL_SIZE) : toCell(text))),
    ),
  })
  document.y += 2 * GAP
  if (invoice.taxes) table(invoice.taxes)
  for (const { title, lines } of invoice.notes) {
    document.y += GAP
    write(title, TEXT_SIZE, BOLD)
    for (const line of lines) write(line)
  }

  const { count } = document.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page)
    // Text in the margin would start a page.
    document.page.margins.bottom = 0
    document.y = PAPER.height - 50
    const label = invoice.pageLabel.replace('{page}', String(page + 1)).replace('{pages}', String(count))
    write(`${invoice.title} · ${label}`, SMALL_SIZE, REGULAR, QUIET)
  }
}
