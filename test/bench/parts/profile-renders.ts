/** A part of the bench: renders one page repeatedly, alone in its process, and sends its CPU profile. */
import { Session } from 'node:inspector/promises'

import { renderHtml } from '#server/pages/render/html-stream.ts'
import { findRing } from '#test/support/categories.ts'

import { openRenders } from './open-renders.ts'
import { openPart } from './part.ts'

const WARM = 400
const RENDERS = 1500

const { url, render } = await openRenders(openPart(), 'bench-profile')
const { product } = await findRing(url)
const path = `/en/shop/product/${product.handle}`

let bytes = 0
await renderTimes(WARM)
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.setSamplingInterval', { interval: 250 })
const before = process.cpuUsage()
await renderTimes(RENDERS)
const { user, system } = process.cpuUsage(before)
await session.post('Profiler.start')
await renderTimes(RENDERS)
const { profile } = await session.post('Profiler.stop')
process.send?.({ profile, bytes, cpuMs: (user + system) / 1000 / RENDERS })

async function renderTimes(times: number): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) {
    const { element, options } = await render(path)
    const html = await renderHtml(element, { ...options, isComplete: true })
    bytes = 'bytes' in html ? html.bytes.length : 0
  }
}
