import { readFileSync } from 'node:fs'

export interface MemoryWatch {
  stop: () => void
  /** Growth of memory from the third quarter of the run to the last, in percent. */
  growth: () => number
  /** Memory of the largest process at the end, in MB. */
  largest: () => number
  /** Memory of all processes together, in MB, at twenty times from start to end. */
  course: () => number[]
}

const LOOK_MS = 1000
/** Memory between garbage collections goes up and down. The minimum is what is really used. */
const LOW_WATER = 0.1

/** Samples the resident memory of processes. Linux only. */
export function watchMemory(pids: () => number[]): MemoryWatch {
  const samples: number[][] = []
  const sumOf = (each: number[]): number => each.reduce((sum, one) => sum + one, 0)
  const timer = setInterval(() => samples.push(pids().map(residentMegabytes)), LOOK_MS)
  return {
    stop: () => clearInterval(timer),
    growth() {
      const sums = samples.map(sumOf)
      const [half, last] = [Math.floor(sums.length / 2), Math.floor(sums.length * 0.75)]
      return (lowWater(sums.slice(last)) / lowWater(sums.slice(half, last)) - 1) * 100
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

function lowWater(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * LOW_WATER)] ?? 0
}
