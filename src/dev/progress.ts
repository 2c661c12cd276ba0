import type { WriteStream } from 'node:tty'

const WIDTH = 30
const LINES = 10

export interface Progress {
  at: (done: number) => void
  finish: () => void
}

/** A line for each tenth if there is no terminal. */
export function progressTo(stream: WriteStream, total: number): Progress {
  const began = Date.now()
  const seconds = (): number => Math.round((Date.now() - began) / 1000)
  let lastTenth = 0

  function at(done: number): void {
    const share = Math.min(done / total, 1)
    if (stream.isTTY) {
      const filled = Math.round(share * WIDTH)
      stream.write(`\r${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${done} of ${total} products, ${seconds()} s`)
      return
    }
    const tenth = Math.floor(share * LINES)
    if (tenth > lastTenth) stream.write(`${done} of ${total} products, ${seconds()} s\n`)
    lastTenth = Math.max(lastTenth, tenth)
  }

  return {
    at,
    finish: () => stream.write(`${stream.isTTY ? '\n' : ''}Added ${total} products in ${seconds()} s.\n`),
  }
}
