/** Preloaded into a program: reports event loop delays and memory to the parent on request. */
import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'

import { residentMegabytes } from '#test/support/process-memory.ts'

export interface Watched {
  delayP999: number
  delayMax: number
  rss: number
  mostRss: number
  /** CPU time since the start: of all threads, and of the thread with the event loop. */
  cpu: number
  ownCpu: number
  fullCollections: number
}

export type WatchRequest = 'begin' | 'tell'

/** Sampling interval of the event loop; a delay is the time beyond it. */
const RESOLUTION_MS = 10
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()
let fullCollections = 0
new PerformanceObserver((list) => {
  for (const { detail } of list.getEntries() as (PerformanceEntry & { detail: { kind: number } })[])
    if (detail.kind !== constants.NODE_PERFORMANCE_GC_MINOR) fullCollections += 1
}).observe({ entryTypes: ['gc'] })

process.on('message', (query: WatchRequest) => {
  if (query === 'begin') delay.reset()
  process.send?.({
    delayP999: beyond(delay.percentile(99.9)),
    delayMax: beyond(delay.max),
    rss: residentMegabytes(process.pid),
    mostRss: residentMegabytes(process.pid, 'VmHWM'),
    cpu: milliseconds(process.cpuUsage()),
    ownCpu: milliseconds(process.threadCpuUsage()),
    fullCollections,
  } satisfies Watched)
})
// Does not keep the program alive.
process.channel?.unref()

function milliseconds({ user, system }: { user: number; system: number }): number {
  return (user + system) / 1000
}

function beyond(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS)
}
