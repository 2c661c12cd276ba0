import { mayMove } from '../../ui/may-move.ts'

/** Whether this device should be offered the piece in three dimensions. Small: a page asks before it loads anything. */
export function canShowModel(): boolean {
  const { deviceMemory = 4 } = navigator as { deviceMemory?: number }
  return deviceMemory >= 2 && 'WebGL2RenderingContext' in globalThis && mayMove()
}
