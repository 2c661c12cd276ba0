/** Uncached product pages per second, as a share of the same render behind a bare server. */
import { findRing } from '#test/support/categories.ts'
import { openProgram } from '#test/support/program.ts'
import { BROWSER, CRAWLER } from '#test/support/read-stream.ts'

import { askFor } from './parts/ask-for.ts'
import { alternate, reportShare, type Rate } from './parts/compare-with-bare.ts'
import { startPart, usedCpu } from './parts/part.ts'

const CONNECTIONS = 10
const ROUND_MS = 1000
const ROUNDS = 19

await using t = openProgram()
const { child, facts } = await startPart<Record<'shop' | 'streamed' | 'complete', string>>(t, 'render-servers.ts')
const { product } = await findRing(facts.shop)
for (const [kind, userAgent, least] of [
  ['streamed', BROWSER, 0.8],
  ['complete', CRAWLER, 0.8],
] as const) {
  const ask = async (origin: string): Promise<Rate> => {
    const before = await usedCpu(child)
    const headers = { 'user-agent': userAgent, accept: 'text/html' }
    const options = { connections: CONNECTIONS, ms: ROUND_MS, headers }
    const { answers, perSecond } = await askFor(origin, [`/en/shop/product/${product.handle}`], options)
    return { perSecond, cpuUs: (((await usedCpu(child)) - before) * 1000) / answers }
  }
  const rounds = await alternate(ROUNDS, { shop: () => ask(facts.shop), bare: () => ask(facts[kind]) })
  reportShare(`uncached ${kind}`, least, rounds, { connections: CONNECTIONS })
}
