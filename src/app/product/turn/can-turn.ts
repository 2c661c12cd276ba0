/** Whether this device should be offered the piece in three dimensions. Small, so that a page can ask before it loads anything. */
export function canTurn(): boolean {
  const { connection, deviceMemory = 4 } = navigator as Navigator & {
    connection?: { saveData?: boolean }
    deviceMemory?: number
  }
  if (connection?.saveData || deviceMemory < 2) return false
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return false
  const context = document.createElement('canvas').getContext('webgl2')
  // A page may have few contexts, and this one was only a question.
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
