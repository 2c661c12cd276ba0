/** CPU time of rendering one complete product page, by package. At most 8 % may be the router's and the links'. */
import type { Profiler } from 'node:inspector'

import { openProgram, report } from '#test/support/program.ts'

import { startPart } from './parts/part.ts'

const MOST_ON_LINKS = 0.08

interface Profiled {
  profile: Profiler.Profile
  bytes: number
  cpuMs: number
}

await using t = openProgram()
const { facts } = await startPart<Profiled>(t, 'profile-renders.ts', { serialization: 'advanced' })
const shares = sharesByOwner(facts.profile)
report('complete render', { value: facts.cpuMs, unit: 'ms of the processor', bytes: facts.bytes })
for (const [owner, value] of [...shares].toSorted(([, a], [, b]) => b - a))
  report(`complete render: ${owner}`, { value, unit: 'of its time' })
report('router and links', { value: shares.get('router and links') ?? 0, unit: 'of a render', most: MOST_ON_LINKS })

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
