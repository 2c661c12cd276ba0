/** Anyone who stops a shop may send these to all of its processes at once, or to the first alone. */
export const OF_THE_PRIMARY: ('SIGHUP' | 'SIGINT' | 'SIGTERM')[] = ['SIGHUP', 'SIGINT', 'SIGTERM']

/**
 * Lets the primary process decide when a worker leaves: by SIGTERM, once, however often it comes.
 * @param close ends this process in good order
 */
export function heedPrimary(close: () => void): void {
  let isShuttingDown = false
  for (const signal of OF_THE_PRIMARY) process.on(signal, () => {})
  process.on('SIGTERM', () => {
    if (!isShuttingDown) close()
    isShuttingDown = true
  })
}
