export interface PanZoomOptions {
  /** Called on a swipe while the image is not zoomed: 1 for the next image, -1 for the previous one. */
  onSwipe: (step: 1 | -1) => void
  /** Called when the image is zoomed in, and when it is at its full view again. */
  onChange: (isLarge: boolean) => void
}

export type PanZoom = ReturnType<typeof createPanZoom>

interface Point {
  x: number
  y: number
}

const LARGE = 2.5
const LARGEST = 4
/** A pointer that moves further does not count as a tap. All lengths in this file are in pixels. */
const SLACK = 8
const SWIPE = 48
const DOUBLE_TAP_MS = 350

/**
 * A click or a double tap zooms around the point, and dragging moves the image.
 * @param container scrolls its content, whose size follows the CSS property `--zoom` (1: exactly the container's size).
 * Native touch gestures must be disabled in it.
 */
export function createPanZoom(container: HTMLElement, { onSwipe, onChange }: PanZoomOptions) {
  const listening = new AbortController()
  const { signal } = listening
  const fingers = new Map<number, Point>()
  let scale = 1
  let origin: Point | undefined
  let lastTapAt = -Infinity

  function zoomTo(wanted: number, about: Point): void {
    const next = Math.min(LARGEST, Math.max(1, wanted))
    const { left, top } = container.getBoundingClientRect()
    const x = about.x - left
    const y = about.y - top
    const to = {
      left: ((container.scrollLeft + x) * next) / scale - x,
      top: ((container.scrollTop + y) * next) / scale - y,
    }
    if (next > 1 !== scale > 1) onChange(next > 1)
    scale = next
    container.style.setProperty('--zoom', String(scale))
    container.scrollTo(to)
  }

  function toggleAt(point: Point): void {
    zoomTo(scale > 1 ? 1 : LARGE, point)
  }

  function down(event: PointerEvent): void {
    if (event.button !== 0) return
    container.setPointerCapture(event.pointerId)
    const point = pointOf(event)
    fingers.set(event.pointerId, point)
    // With a second finger, the gesture is neither a tap nor a swipe.
    origin = fingers.size === 1 ? point : undefined
  }

  function move(event: PointerEvent): void {
    if (!fingers.has(event.pointerId)) return
    const before = [...fingers.values()]
    fingers.set(event.pointerId, pointOf(event))
    const after = [...fingers.values()]
    const from = middle(before)
    const to = middle(after)
    if (scale > 1) container.scrollBy(from.x - to.x, from.y - to.y)
    if (after.length > 1) zoomTo((scale * spread(after)) / spread(before), to)
  }

  function up(event: PointerEvent): void {
    if (!fingers.delete(event.pointerId) || !origin) return
    const point = pointOf(event)
    const x = point.x - origin.x
    const y = point.y - origin.y
    origin = undefined
    if (Math.hypot(x, y) <= SLACK) tap(event)
    else if (scale === 1 && Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) onSwipe(x < 0 ? 1 : -1)
  }

  function tap(event: PointerEvent): void {
    const isSecond = event.timeStamp - lastTapAt < DOUBLE_TAP_MS
    lastTapAt = isSecond ? -Infinity : event.timeStamp
    if (event.pointerType === 'mouse' || isSecond) toggleAt(pointOf(event))
  }

  function cancel(event: PointerEvent): void {
    fingers.delete(event.pointerId)
    origin = undefined
  }

  function pinch(event: WheelEvent): void {
    // A touchpad pinch arrives as a wheel event with Ctrl. By default it would zoom the page.
    if (!event.ctrlKey) return
    event.preventDefault()
    zoomTo(scale * Math.exp(-event.deltaY / 100), pointOf(event))
  }

  container.addEventListener('pointerdown', down, { signal })
  container.addEventListener('pointermove', move, { signal })
  container.addEventListener('pointerup', up, { signal })
  container.addEventListener('pointercancel', cancel, { signal })
  container.addEventListener('wheel', pinch, { signal, passive: false })

  return {
    toggle: () => toggleAt(pointIn(container, 0.5, 0.5)),
    /** Zooms by a factor around a place of the contained square, whose sides are 1. */
    enlarge: (times: number, { x, y }: Point) => zoomTo(times, pointIn(container, x, y)),
    /** Pans to the right and down, in pixels. */
    move: (x: number, y: number) => container.scrollBy(x, y),
    stop: () => listening.abort(),
  }
}

function pointIn(element: HTMLElement, x: number, y: number): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  const side = Math.min(width, height)
  return { x: left + (width - side) / 2 + x * side, y: top + (height - side) / 2 + y * side }
}

function pointOf({ clientX, clientY }: MouseEvent): Point {
  return { x: clientX, y: clientY }
}

function middle(points: readonly Point[]): Point {
  const sum = points.reduce((one, other) => ({ x: one.x + other.x, y: one.y + other.y }))
  return { x: sum.x / points.length, y: sum.y / points.length }
}

/** Returns the distance between the first two fingers; never 0. */
function spread([one, other]: readonly Point[]): number {
  return one && other ? Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)) : 1
}
