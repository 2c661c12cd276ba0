import { readFileSync } from 'node:fs'

export interface MemoryWatch {
  stop: () => void
  /** Per cent by which the memory grew between the beginning and the end of the second half. */
  growth: () => number
  /** Of the largest process, at the end, in MB. */
  largest: () => number
  /** Of all together, in MB, twenty times from the beginning to the end. */
  course: () => number[]
}

const LOOK_MS = 1000
/** A tenth at either end, of which the middle value counts: collecting garbage makes waves. */
const SHARE = 0.2

/** Looks at the resident memory of processes all the time. Linux only. */
export function watchMemory(pids: () => number[]): MemoryWatch {
  const samples: number[][] = []
  const sumOf = (each: number[]): number => each.reduce((sum, one) => sum + one, 0)
  const timer = setInterval(() => samples.push(pids().map(residentMegabytes)), LOOK_MS)
  return {
    stop: () => clearInterval(timer),
    growth() {
      const sums = samples.slice(Math.floor(samples.length / 2)).map(sumOf)
      const width = Math.max(1, Math.round(sums.length * SHARE))
      return (median(sums.slice(-width)) / median(sums.slice(0, width)) - 1) * 100
    },
    largest: () => Math.max(...(samples.at(-1) ?? [0])),
    course: () =>
      Array.from({ length: 20 }, (_, place) =>
        Math.round(sumOf(samples[Math.floor(((samples.length - 1) * place) / 19)] ?? [])),
      ),
  }
}

function residentMegabytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
