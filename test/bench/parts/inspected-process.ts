import { until } from '#test/support/until.ts'

import type { ScriptCoverage } from './watch-files.ts'

/** @param output output of a process that was started with `--inspect=0` */
export async function inspectProcess(output: () => string) {
  const [, url = ''] = await until(() => /Debugger listening on (ws:\S+)/.exec(output()))
  const socket = new WebSocket(url)
  const waiting = new Map<number, (result: { result: ScriptCoverage[] }) => void>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: { result: ScriptCoverage[] } }
    waiting.get(id)?.(result)
  })
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  const call = async (method: string, params = {}) => {
    const id = (last += 1)
    const { promise, resolve } = Promise.withResolvers<{ result: ScriptCoverage[] }>()
    waiting.set(id, resolve)
    socket.send(JSON.stringify({ id, method, params }))
    return promise
  }
  await call('Profiler.enable')
  await call('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return {
    take: async () => (await call('Profiler.takePreciseCoverage')).result,
    close: () => socket.close(),
  }
}
