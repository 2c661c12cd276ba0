import { inflateSync } from 'node:zlib'

import t, { type Test } from 'tap'

import { RING_SIZES } from '#app/product/help/ring-sizes.ts'
import { startShop } from '#test/support/test-shop.ts'

const MM = 72 / 25.4

t.test('a shopper prints a sheet that measures rings to the hundredth of a millimetre', async (t) => {
  const { url } = await startShop(t)
  for (const locale of ['en', 'ru']) {
    const answer = await fetch(`${url}/api/ring-sizer/${locale}.pdf`)
    t.equal(answer.status, 200)
    t.equal(answer.headers.get('content-type'), 'application/pdf')
    const { page, circles, card } = measure(Buffer.from(await answer.arrayBuffer()))
    t.ok(page.width <= 210.1 && page.height <= 279.5, 'fits on A4 and on Letter without being made smaller')
    t.equal(circles.length, RING_SIZES.length)
    for (const [index, { diameter }] of RING_SIZES.entries()) near(t, circles[index], diameter, `size ${index}`)
    near(t, card?.width, 85.6, 'a bank card')
    near(t, card?.height, 53.98, 'a bank card')
  }
  t.equal((await fetch(`${url}/api/ring-sizer/de.pdf`)).status, 400)
  const html = await (await fetch(`${url}/ru/ring-size`)).text()
  t.match(html, 'href="/api/ring-sizer/ru.pdf"', 'the page leads to it')
})

function near(t: Test, actual: number | undefined, wanted: number, what: string): void {
  t.ok(actual !== undefined && Math.abs(actual - wanted) < 0.01, `${what}: ${actual} mm, wanted ${wanted}`)
}

type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number]

/** Reads the drawing of a PDF's page as its viewer does. @returns millimetres: the page, diameters of circles, the card */
function measure(pdf: Buffer) {
  const text = pdf.toString('latin1')
  const [, width, height] = (/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? []).map(Number)
  const content = streamsOf(pdf).find((stream) => / c\n/.test(stream)) ?? ''
  const circles: number[] = []
  let card: { width: number; height: number } | undefined
  let matrix: Matrix = [1, 0, 0, 1, 0, 0]
  const saved: Matrix[] = []
  let points: [number, number][] = []
  let curves = 0
  let lines = 0
  for (const line of content.split('\n')) {
    const operands = line.split(' ')
    const operator = operands.pop()
    const numbers = operands.map(Number)
    if (operator === 'q') saved.push(matrix)
    else if (operator === 'Q') matrix = saved.pop() ?? matrix
    else if (operator === 'cm') matrix = multiply(numbers as Matrix, matrix)
    else if (operator === 'm' || operator === 'l' || operator === 'c') {
      const [x = 0, y = 0] = numbers.slice(-2)
      points.push([matrix[0] * x + matrix[2] * y, matrix[1] * x + matrix[3] * y])
      if (operator === 'c') curves += 1
      if (operator === 'l') lines += 1
    } else if (operator === 'S') {
      const [wide, high] = [0, 1].map((axis) => spread(points.map((point) => point[axis] ?? 0)) / MM)
      if (curves === 4 && lines === 0 && wide !== undefined) circles.push(wide)
      if (curves === 4 && lines > 0) card = { width: wide ?? 0, height: high ?? 0 }
      points = []
      curves = lines = 0
    }
  }
  return { page: { width: (width ?? 0) / MM, height: (height ?? 0) / MM }, circles, card }
}

function streamsOf(pdf: Buffer): string[] {
  const streams: string[] = []
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7)) {
    const end = pdf.indexOf('endstream', at)
    try {
      streams.push(inflateSync(pdf.subarray(at + 7, end)).toString('latin1'))
    } catch {
      // The end of a stream, or one that is not packed.
    }
  }
  return streams
}

function multiply([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F]
}

function spread(values: number[]): number {
  return Math.max(...values) - Math.min(...values)
}
