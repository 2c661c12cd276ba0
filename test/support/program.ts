import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What helpers need of tap's `t`, in a proof or a bench: `await using t = openProgram()`. */
export interface Program extends AsyncDisposable {
  /** The last one runs first, also after an error. */
  teardown: (end: () => unknown) => void
  testdir: () => string
  /** Aborted by Ctrl-C, in a program that has read it. */
  readonly signal: AbortSignal
}

export function openProgram(): Program {
  const ends: (() => unknown)[] = []
  let abort: AbortController | undefined
  return {
    teardown: (end) => void ends.push(end),
    testdir() {
      const folder = mkdtempSync(join(tmpdir(), 'lumenite-'))
      ends.push(() => rmSync(folder, { recursive: true, force: true }))
      return folder
    },
    get signal() {
      if (abort) return abort.signal
      const own = (abort = new AbortController())
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => own.abort(new Error(signal)))
      return own.signal
    },
    async [Symbol.asyncDispose]() {
      for (const end of ends.toReversed()) await end()
    },
  }
}

interface Figure {
  value: number
  unit: string
  most?: number | undefined
  least?: number | undefined
  [more: string]: unknown
}

/** Prints a figure as a line of JSON. A program with a figure beyond a limit ends with 1. */
export function report(name: string, { value, unit, most, least, ...more }: Figure): void {
  const hasLimit = most !== undefined || least !== undefined
  const within = value <= (most ?? Infinity) && value >= (least ?? -Infinity)
  if (hasLimit && !within) process.exitCode = 1
  const verdict = hasLimit ? { limit: { most, least }, within } : {}
  const shown = Number.isFinite(value) ? rounded(value) : String(value)
  console.log(JSON.stringify({ name, value: shown, unit, ...verdict, ...more }))
}

/** Prints a verdict as a line of JSON. A program with one that is false ends with 1. */
export function check(name: string, passed: boolean, facts: object = {}): void {
  if (!passed) process.exitCode = 1
  console.log(JSON.stringify({ name, ...facts, passed }))
}

export function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits))
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

export function startWatch(): () => number {
  const started = performance.now()
  return () => Math.round((performance.now() - started) / 1000)
}
