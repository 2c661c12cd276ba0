import { MathUtils, type PerspectiveCamera, Vector3 } from 'three'

import type { View } from './views.ts'

const STEEPEST = 1.5
const PER_PIXEL = 0.0085
const NEAREST = 0.003
/** Speeds fall to a third in this time. All times are in seconds. */
const COAST = 0.28
const FLIGHT = 0.7

/** Rotates the camera around the piece by pointer, wheel and keys. `onMove` asks for a new frame. */
export function createOrbit(element: HTMLElement, camera: PerspectiveCamera, onMove: () => void) {
  const listening = new AbortController()
  const options = { signal: listening.signal }
  const fingers = new Map<number, { x: number; y: number }>()
  const view: View = { azimuth: 0, elevation: 0, span: 0.03, target: new Vector3() }
  let widest = 1
  let flight: { from: View; to: View; passed: number } | undefined
  const speed = { azimuth: 0, elevation: 0 }

  function rotate(azimuth: number, elevation: number): void {
    view.azimuth += azimuth
    view.elevation = MathUtils.clamp(view.elevation + elevation, -STEEPEST, STEEPEST)
    flight = undefined
    onMove()
  }

  function zoom(factor: number): void {
    view.span = MathUtils.clamp(view.span * factor, NEAREST, widest)
    flight = undefined
    onMove()
  }

  const spread = () => {
    const [one, other] = [...fingers.values()]
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
  }

  function move(event: PointerEvent): void {
    const before = fingers.get(event.pointerId)
    if (!before) return
    const gap = spread()
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (fingers.size > 1) {
      const now = spread()
      if (gap > 0 && now > 0) zoom(gap / now)
      return
    }
    const azimuth = (before.x - event.clientX) * PER_PIXEL
    const elevation = (event.clientY - before.y) * PER_PIXEL
    rotate(azimuth, elevation)
    // About the mean of the last events, so that one jerk does not throw the piece.
    speed.azimuth = MathUtils.lerp(speed.azimuth, azimuth * 60, 0.4)
    speed.elevation = MathUtils.lerp(speed.elevation, elevation * 60, 0.4)
    movedAt = event.timeStamp
  }
  let movedAt = 0

  function release(event: PointerEvent): void {
    fingers.delete(event.pointerId)
    if (event.timeStamp - movedAt > 80) speed.azimuth = speed.elevation = 0
    onMove()
  }

  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return
      element.setPointerCapture(event.pointerId)
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
      speed.azimuth = speed.elevation = 0
      flight = undefined
    },
    options,
  )
  element.addEventListener('pointermove', move, options)
  for (const type of ['pointerup', 'pointercancel'] as const) element.addEventListener(type, release, options)
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      zoom(Math.exp(MathUtils.clamp(event.deltaY, -80, 80) * 0.003))
    },
    { ...options, passive: false },
  )
  const keys: Record<string, () => void> = {
    ArrowLeft: () => rotate(-0.14, 0),
    ArrowRight: () => rotate(0.14, 0),
    ArrowUp: () => rotate(0, 0.11),
    ArrowDown: () => rotate(0, -0.11),
    '+': () => zoom(0.85),
    '=': () => zoom(0.85),
    '-': () => zoom(1.18),
  }
  element.addEventListener(
    'keydown',
    (event) => {
      const act = keys[event.key]
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      act()
    },
    options,
  )

  return {
    zoom,
    /** @param largest the widest that zooming may show */
    limit(largest: number) {
      widest = largest
    },
    go(to: View, isAtOnce: boolean) {
      speed.azimuth = speed.elevation = 0
      // The shorter way round.
      const around = Math.round((view.azimuth - to.azimuth) / (2 * Math.PI)) * 2 * Math.PI
      const goal = { ...to, azimuth: to.azimuth + around }
      if (isAtOnce) Object.assign(view, goal, { target: to.target.clone() })
      else flight = { from: { ...view, target: view.target.clone() }, to: goal, passed: 0 }
      onMove()
    },
    /**
     * Moves on by a time, and places the camera.
     * @returns whether it moved by itself
     */
    step(seconds: number): boolean {
      const isMoving = flight !== undefined || (fingers.size === 0 && (speed.azimuth !== 0 || speed.elevation !== 0))
      if (flight) {
        flight.passed = Math.min(FLIGHT, flight.passed + seconds)
        const { from, to } = flight
        const share = MathUtils.smootherstep(flight.passed / FLIGHT, 0, 1)
        view.azimuth = MathUtils.lerp(from.azimuth, to.azimuth, share)
        view.elevation = MathUtils.lerp(from.elevation, to.elevation, share)
        view.span = from.span * (to.span / from.span) ** share
        view.target.lerpVectors(from.target, to.target, share)
        if (flight.passed >= FLIGHT) flight = undefined
      } else if (fingers.size === 0) {
        view.azimuth += speed.azimuth * seconds
        view.elevation = MathUtils.clamp(view.elevation + speed.elevation * seconds, -STEEPEST, STEEPEST)
        speed.azimuth *= Math.exp(-seconds / COAST)
        speed.elevation *= Math.exp(-seconds / COAST)
        if (Math.hypot(speed.azimuth, speed.elevation) < 0.02) speed.azimuth = speed.elevation = 0
      }
      place(camera, view)
      return isMoving
    },
    stop: () => listening.abort(),
  }
}

function place(camera: PerspectiveCamera, { azimuth, elevation, span, target }: View): void {
  const distance = span / 2 / Math.tan(MathUtils.degToRad(camera.fov / 2))
  const [sin, cos] = [Math.sin(elevation), Math.cos(elevation)]
  camera.position
    .set(Math.sin(azimuth) * cos, sin, Math.cos(azimuth) * cos)
    .multiplyScalar(distance)
    .add(target)
  camera.near = distance * 0.05
  camera.far = distance * 4 + 1
  camera.lookAt(target)
  camera.updateMatrixWorld()
}
