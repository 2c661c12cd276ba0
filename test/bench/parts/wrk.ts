import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export interface Load {
  perSecond: number
  p99: number
}

const MS: Record<string, number> = { us: 0.001, ms: 1, s: 1000 }

export async function load(
  url: string,
  { connections, seconds, headers = {} }: { connections: number; seconds: number; headers?: Record<string, string> },
): Promise<Load> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', ...named, url]
  const { stdout } = await promisify(execFile)('wrk', args).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error('wrk is missing; install it: apt-get install wrk') : error
  })
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
  const [, amount, unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []
  if (!perSecond || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} was not answered well:\n${stdout}`)
  return { perSecond, p99: Number(amount) * (MS[unit] ?? Number.NaN) }
}
