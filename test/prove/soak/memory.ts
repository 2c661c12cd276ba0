import { readFileSync } from 'node:fs'

const LOOK_MS = 1000
/** Memory between garbage collections goes up and down. The minimum is what is really used. */
const LOW_WATER = 0.1

export function watchMemory(pid: number) {
  const samples: number[] = []
  const timer = setInterval(() => samples.push(residentMegabytes(pid)), LOOK_MS)
  return {
    stop: () => clearInterval(timer),
    growth() {
      const [half, last] = [Math.floor(samples.length / 2), Math.floor(samples.length * 0.75)]
      return (lowWater(samples.slice(last)) / lowWater(samples.slice(half, last)) - 1) * 100
    },
    last: () => samples.at(-1) ?? 0,
    course: () =>
      Array.from({ length: 20 }, (_, place) =>
        Math.round(samples[Math.floor(((samples.length - 1) * place) / 19)] ?? 0),
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
