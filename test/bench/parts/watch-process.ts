/** Loaded before a program: tells whoever started it, when asked, how long its event loop was held and what it weighs. */
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Milliseconds, and megabytes that are resident. */
export interface Watched {
  delayP999: number
  delayMax: number
  rss: number
  mostRss: number
  /** What the processor has worked since the start: for all threads, and for the one with the event loop. */
  cpu: number
  ownCpu: number
}

export type WatchQuestion = 'begin' | 'tell'

/** How often the loop is looked at; a delay is what comes on top of it. */
const RESOLUTION_MS = 10
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()

process.on('message', (question: WatchQuestion) => {
  if (question === 'begin') delay.reset()
  process.send?.({
    delayP999: beyond(delay.percentile(99.9)),
    delayMax: beyond(delay.max),
    rss: megabytes('VmRSS'),
    mostRss: megabytes('VmHWM'),
    cpu: milliseconds(process.cpuUsage()),
    ownCpu: milliseconds(process.threadCpuUsage()),
  } satisfies Watched)
})
// The program ends when it has nothing left to do but to be watched.
process.channel?.unref()

function milliseconds({ user, system }: { user: number; system: number }): number {
  return (user + system) / 1000
}

function beyond(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS)
}

function megabytes(field: string): number {
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024
}
