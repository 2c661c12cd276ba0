/** CPU time of rendering one complete product page, by package. At most 8 % may be the router's and the links'. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Profiler } from 'node:inspector'
import { join } from 'node:path'

const MOST_ON_LINKS = 0.08

interface Profiled {
  profile: Profiler.Profile
  bytes: number
  /** CPU time of one page. */
  cpuMs: number
}

const child = fork(join(import.meta.dirname, 'parts/profile-renders.ts'), {
  stdio: ['ignore', 2, 2, 'ipc'],
  serialization: 'advanced',
})
const over = once(child, 'exit') as Promise<[number | null]>
const ended = over.then(([code]) => {
  throw new Error(`the renders ended before they were measured (${code ?? 'by a signal'})`)
})
const [{ profile, bytes, cpuMs }] = (await Promise.race([once(child, 'message'), ended])) as [Profiled]
child.disconnect()
await over
ended.catch(() => {})

const shares = sharesByOwner(profile)
console.log(JSON.stringify({ name: 'complete render', value: rounded(cpuMs), unit: 'ms of the processor', bytes }))
for (const [owner, share] of [...shares].toSorted(([, a], [, b]) => b - a)) {
  console.log(JSON.stringify({ name: `complete render: ${owner}`, value: rounded(share), unit: 'of its time' }))
}
const onLinks = rounded(shares.get('router and links') ?? 0)
const within = onLinks <= MOST_ON_LINKS
if (!within) process.exitCode = 1
console.log(
  JSON.stringify({ name: 'router and links', value: onLinks, unit: 'of a render', budget: MOST_ON_LINKS, within }),
)

/** Time by package. Node's time counts for its caller, and the profiler's time does not count. */
function sharesByOwner({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Map<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((called) => [called, id] as const)))
  const times = new Map<string, number>()
  let total = 0
  for (const [nth, id] of samples.entries()) {
    const owner = ownerOf(id)
    if (owner === undefined) continue
    const time = timeDeltas[nth] ?? 0
    total += time
    times.set(owner, (times.get(owner) ?? 0) + time)
  }
  return new Map([...times].map(([owner, time]) => [owner, time / total]))

  function ownerOf(id: number): string | undefined {
    for (let at: number | undefined = id; at !== undefined; at = callers.get(at)) {
      const frame = byId.get(at)?.callFrame
      if (!frame || frame.functionName === '(idle)' || frame.url === 'node:inspector') return undefined
      if (frame.functionName === '(garbage collector)') return 'garbage collector'
      const owner = nameOwner(frame.url)
      if (owner) return owner
    }
    return 'Node'
  }
}

function nameOwner(url: string): string | undefined {
  const own = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  // A chunk of its own in the build, which renders every link.
  if (own === 'react-router' || url.includes('/assets/locale-path-')) return 'router and links'
  if (own) return own.startsWith('react') ? 'React' : own
  if (url.includes('/dist/server/')) return 'our components'
  return /\/src\/(server\/\w+|content)\//.exec(url)?.[1]
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
