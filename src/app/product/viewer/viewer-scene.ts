import { Matrix3, PerspectiveCamera, Scene, Vector2, Vector3, WebGLRenderer } from 'three'

import { FILE_TYPES } from '#shared/images/image-url.ts'
import { METAL_TINTS, type Metal } from '#shared/product/metal-tints.ts'

import { createBackdrop } from './backdrop.ts'
import { createFrameAverage } from './frame-average.ts'
import { loadModel, ModelError } from './load-model.ts'
import { BACKDROPS } from './metal-material.ts'
import { createOrbit } from './orbit.ts'
import { createLight, preparePiece } from './piece.ts'
import { type Gem, wavesOf, WAVES } from './spectrum.ts'
import { createStudio } from './studio.ts'
import { isFacing, viewOf, type ViewName } from './views.ts'

/** Frames that a picture at rest is averaged from. */
const BEST = 32
const SHARPEST = 2
/** Of the resolution, when a device draws too slowly. */
const COARSEST = 0.4
const SLOW_MS = 36
const FAST_MS = 19
/** A picture at rest is sharper, but no frame of it may hold up the page. */
const REST_COARSEST = 0.7
const REST_MS = 400
const SETTLE_MS = 160

interface ViewerOptions {
  model: string
  metal: Metal
  ringSize: number | undefined
  signal: AbortSignal
}

export type Viewer = Awaited<ReturnType<typeof createViewer>>

/**
 * Shows a model in a canvas, which fills its parent.
 * @throws ModelError if the model cannot be shown
 */
export async function createViewer(canvas: HTMLCanvasElement, { model, metal, ringSize, signal }: ViewerOptions) {
  const context = canvas.getContext('webgl2', { antialias: false, alpha: false, powerPreference: 'high-performance' })
  if (!context) throw new ModelError('no graphics')
  const loaded = await loadModel(model, signal)
  signal.throwIfAborted()
  const renderer = new WebGLRenderer({ canvas, context })
  renderer.autoClear = false
  const light = createLight()
  const piece = preparePiece(loaded, light)
  const facing = isFacing(piece, piece.whole())
  // To the studio's axes, in which z is up. What faces the camera sees the studio from its table, a little tilted.
  const toStudio = facing
    ? new Matrix3().set(1, 0, 0, 0, 0.94, -0.34, 0, 0.34, 0.94)
    : new Matrix3().set(1, 0, 0, 0, 0, -1, 0, 1, 0)
  const studio = createStudio(renderer, toStudio)
  light.stones.value = studio.stones
  light.metal.value = studio.metal
  const up = facing ? new Vector3(0, 0, 1) : new Vector3(0, 1, 0)
  const backdrop = createBackdrop(light.backdrop, up)
  const average = createFrameAverage(renderer)
  const scene = new Scene()
  scene.add(backdrop.screen, piece.root)
  const camera = new PerspectiveCamera(9, 1, 0.01, 10)

  let comparing = false
  let isSeen = true
  let frame = 0
  let before: number | undefined
  let adapted: 'moving' | 'rest' = 'moving'
  let restedAt = 0
  const scales = { moving: 1, rest: 1 }
  const intervals: number[] = []
  const gl = renderer.getContext() as WebGL2RenderingContext
  let fence: WebGLSync | null = null
  const orbit = createOrbit(canvas.parentElement ?? canvas, camera, () => ask(true))

  function ask(hasMoved: boolean): void {
    if (hasMoved) average.restart()
    if (frame === 0 && isSeen && !document.hidden) frame = requestAnimationFrame(draw)
  }

  function draw(now: number): void {
    frame = 0
    // Frames that wait in a queue would make the piece lag behind the finger, and hide how slow the device is.
    if (fence && gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED) {
      ask(false)
      return
    }
    if (fence) gl.deleteSync(fence)
    const passed = before === undefined ? 16 : now - before
    const isCoasting = orbit.step(Math.min(passed, 250) / 1000)
    if (isCoasting) average.restart()
    // Fingers that hold still for a moment are not at rest.
    if (average.frames === 0) restedAt = now + SETTLE_MS
    const isMoving = now < restedAt
    if (before !== undefined) adapt(isMoving ? 'moving' : 'rest', passed)
    const ratio = Math.min(devicePixelRatio, SHARPEST) * (isMoving ? scales.moving : scales.rest)
    const { width, height } = canvas.parentElement?.getBoundingClientRect() ?? { width: 1, height: 1 }
    const [columns, rows] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))]
    if (canvas.width !== columns || canvas.height !== rows) {
      renderer.setSize(columns, rows, false)
      average.resize(columns, rows)
    }
    average.add(() => drawScene(columns, rows))
    fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
    gl.flush()
    before = now
    if (isCoasting || isMoving || average.frames < BEST) ask(false)
    else before = undefined
  }

  /** Draws fewer pixels if frames come too slowly, and more when there is time. */
  function adapt(state: 'moving' | 'rest', passed: number): void {
    if (state !== adapted) intervals.length = 0
    adapted = state
    intervals.push(passed)
    // The first frame of a new size also pays for its buffers.
    if (intervals.length < 6) return
    const mean = intervals.slice(1).reduce((sum, interval) => sum + interval, 0) / (intervals.length - 1)
    intervals.length = 0
    const [slow, fast, coarsest] = state === 'moving' ? [SLOW_MS, FAST_MS, COARSEST] : [REST_MS, 0, REST_COARSEST]
    if (mean > slow) scales[state] = Math.max(coarsest, scales[state] * Math.max(0.6, Math.sqrt(slow / mean)))
    else if (mean < fast) scales[state] = Math.min(1, scales[state] * 1.2)
  }

  function drawScene(columns: number, rows: number): void {
    const shift = halton(average.frames, 2)
    const jitter = new Vector2(halton(average.frames, 3) - 0.5, halton(average.frames, 5) - 0.5)
    if (average.frames === 0) jitter.set(0, 0)
    renderer.clear()
    const sides: Gem[] = comparing ? ['moissanite', 'diamond'] : ['moissanite']
    const width = Math.floor(columns / sides.length)
    for (const [side, gem] of sides.entries()) {
      light.waves.value = wavesOf(gem, shift)
      light.hero.value = light.waves.value[(average.frames * 5 + 2) % WAVES]?.x ?? 2.65
      camera.aspect = width / rows
      camera.setViewOffset(width, rows, jitter.x, jitter.y, width, rows)
      backdrop.follow(camera)
      // The target's own viewport is in pixels, unlike the renderer's.
      const target = renderer.getRenderTarget()
      target?.viewport.set(side * width, 0, width, rows)
      target?.scissor.set(side * width, 0, width, rows)
      if (target) target.scissorTest = true
      renderer.setRenderTarget(target)
      renderer.render(scene, camera)
    }
  }

  function settle(): void {
    const box = piece.whole()
    const near = piece.near()
    const height = (facing ? box.min.z : box.min.y) - 0.0001
    const base = near.center.clone().addScaledVector(up, height - near.center.dot(up))
    backdrop.cast(renderer, piece.root, base, near.radius, height)
    scene.add(piece.root)
    const size = box.getSize(new Vector3())
    orbit.limit(Math.max(size.x, size.y, size.z) * 1.5)
    ask(true)
  }

  function setMetal(next: Metal): void {
    light.tint.value.fromArray(METAL_TINTS[next])
    light.backdrop.value.copy(BACKDROPS[next])
    ask(true)
  }

  const watcher = new IntersectionObserver((entries) => {
    isSeen = entries.some(({ isIntersecting }) => isIntersecting)
    before = undefined
    ask(false)
  })
  watcher.observe(canvas)
  const sizes = new ResizeObserver(() => ask(true))
  sizes.observe(canvas)
  const onVisibility = () => {
    before = undefined
    ask(false)
  }
  document.addEventListener('visibilitychange', onVisibility)

  setMetal(metal)
  piece.resize(ringSize)
  settle()
  orbit.go(viewOf('front', piece), true)

  return {
    hasStones: piece.stone() !== undefined,
    setMetal,
    setRingSize(diameter: number | undefined) {
      piece.resize(diameter)
      settle()
    },
    show: (name: ViewName) => orbit.go(viewOf(name, piece), false),
    zoom: orbit.zoom,
    /** Shows a diamond in the right half: the same piece with the stones of the other. */
    compare(isOn: boolean) {
      comparing = isOn
      ask(true)
    },
    /** The piece for Quick Look, as it is shown: its metal and its size. */
    async toUsdz(): Promise<Blob> {
      const { USDZExporter } = await import('three/addons/exporters/USDZExporter.js')
      const copy = piece.toStandard(light.tint.value)
      // What faces the camera lies on the table.
      if (facing) copy.rotateX(-Math.PI / 2)
      copy.updateMatrixWorld(true)
      const bytes = await new USDZExporter().parseAsync(copy, { quickLookCompatible: true })
      return new Blob([bytes], { type: FILE_TYPES.usdz })
    },
    dispose() {
      cancelAnimationFrame(frame)
      isSeen = false
      document.removeEventListener('visibilitychange', onVisibility)
      watcher.disconnect()
      sizes.disconnect()
      orbit.stop()
      for (const part of [piece, studio, backdrop, average, renderer]) part.dispose()
      // A page may hold few contexts, and would keep this one until it collects garbage.
      renderer.forceContextLoss()
    },
  }
}

/** A sequence that fills the space between 0 and 1 evenly, however early it ends. */
function halton(index: number, base: number): number {
  let sum = 0
  let share = 1
  for (let rest = index + 1; rest > 0; rest = Math.floor(rest / base)) {
    share /= base
    sum += share * (rest % base)
  }
  return sum
}
