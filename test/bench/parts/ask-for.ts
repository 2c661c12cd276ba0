import { Pool } from 'undici'

interface AskOptions {
  connections: number
  ms: number
  headers?: Record<string, string>
}

export async function askFor(origin: string, paths: readonly string[], { connections, ms, headers = {} }: AskOptions) {
  const pool = new Pool(origin, { connections })
  const started = performance.now()
  let answers = 0
  const ask = async (): Promise<void> => {
    while (performance.now() - started < ms) {
      const path = paths[answers % paths.length] ?? '/'
      answers += 1
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
      await body.dump({ limit: 10_000_000 })
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, ask))
  const perSecond = (answers * 1000) / (performance.now() - started)
  await pool.close()
  return { answers, perSecond }
}
