import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState, useTransition, type ReactNode } from 'react'

import { fileUrl } from '#shared/images/image-url.ts'
import { isMetal, type Metal } from '#shared/product/metal-tints.ts'

import { CloseIcon, MinusIcon, PlusIcon } from '../../ui/icons.tsx'
import { RING_SIZES } from '../help/ring-sizes.ts'
import { openAr, phoneWithAr } from './augmented-reality.ts'
import { createViewer, type Viewer } from './viewer-scene.ts'
import { VIEWS, type ViewName } from './views.ts'

/** Why a piece cannot be turned. */
type Failure = 'model' | 'graphics'

interface ModelViewerProps {
  title: string
  /** The models of the product; the first is shown here. */
  files: readonly string[]
  /** The codes of the chosen options. */
  metal: string | undefined
  size: string | undefined
  /** Shown until the piece is ready, and if it cannot be shown. */
  still: ReactNode
  onClose: () => void
}

const BUTTON =
  'min-h-11 min-w-11 rounded-full bg-paper/90 px-3 text-sm text-ink transition-colors duration-200 hover:bg-ink hover:text-paper aria-pressed:bg-ink aria-pressed:text-paper'

/** The piece in three dimensions, on a square. */
export function ModelViewer({ title, still, onClose, files, metal, size }: ModelViewerProps) {
  const { t } = useLingui()
  const [viewer, setViewer] = useState<Viewer>()
  const [failure, setFailure] = useState<Failure>()
  const [wasRestored, setRestored] = useState(false)
  const [isComparing, setComparing] = useState(false)
  const [isLeaving, startLeaving] = useTransition()
  const shownMetal = isMetal(metal) ? metal : 'white-gold'
  const phone = phoneWithAr()
  const names: Record<ViewName, string> = {
    front: t`Front`,
    top: t`From above`,
    profile: t`Profile`,
    back: t`From behind`,
    'close-up': t`Close-up`,
  }

  return (
    <section aria-label={t`${title}: turn and zoom`} className="relative aspect-square w-full overflow-hidden bg-frame">
      {viewer ? null : <div className="absolute inset-0">{still}</div>}
      {failure === 'model' ? null : (
        <ViewerCanvas
          // Lost graphics are given a new canvas once.
          key={String(wasRestored)}
          model={fileUrl(files[0] ?? '')}
          metal={shownMetal}
          ringSize={RING_SIZES.find(({ code }) => code === size)?.diameter}
          label={t`${title}. Arrow keys turn it, plus and minus zoom.`}
          onReady={(next) => {
            setViewer(next)
            setFailure(undefined)
            setComparing(false)
          }}
          onFail={(reason) => {
            setViewer(undefined)
            setFailure(reason)
          }}
          onRestore={() => setRestored(true)}
        />
      )}
      <p
        role="status"
        className="pointer-events-none absolute inset-x-4 top-4 mr-14 text-sm text-quiet empty:hidden [&:not(:empty)]:rounded-full [&:not(:empty)]:bg-paper/90 [&:not(:empty)]:px-4 [&:not(:empty)]:py-2.5"
      >
        {failure === 'model'
          ? t`This piece cannot be turned right now. Here is its picture.`
          : failure === 'graphics'
            ? t`The device stopped drawing. Here is the picture.`
            : viewer
              ? null
              : t`Preparing the piece…`}
      </p>
      <button type="button" aria-label={t`Close`} onClick={onClose} className="absolute top-4 right-4 image-button">
        <CloseIcon />
      </button>
      {viewer ? (
        <>
          {isComparing ? (
            <div className="pointer-events-none absolute inset-x-0 top-18 grid grid-cols-2 text-center text-sm text-ink">
              <p>{t`Moissanite`}</p>
              <p>{t`Diamond`}</p>
            </div>
          ) : null}
          <div className="absolute right-4 bottom-18 flex flex-col gap-2">
            <button type="button" aria-label={t`Zoom in`} onClick={() => viewer.zoom(0.75)} className="image-button">
              <PlusIcon />
            </button>
            <button type="button" aria-label={t`Zoom out`} onClick={() => viewer.zoom(1.33)} className="image-button">
              <MinusIcon />
            </button>
          </div>
          <div className="scroll-row absolute inset-x-0 bottom-0 flex gap-2 overflow-x-auto p-4">
            {VIEWS.map((name) => (
              <button key={name} type="button" onClick={() => viewer.show(name)} className={`shrink-0 ${BUTTON}`}>
                {names[name]}
              </button>
            ))}
            {viewer.hasStones ? (
              <button
                type="button"
                aria-pressed={isComparing}
                onClick={() => {
                  viewer.compare(!isComparing)
                  setComparing(!isComparing)
                }}
                className={`shrink-0 ${BUTTON}`}
              >
                {t`Beside a diamond`}
              </button>
            ) : null}
            {phone ? (
              <button
                type="button"
                aria-busy={isLeaving || undefined}
                onClick={() =>
                  startLeaving(() => openAr(phone, { title, files, metal: shownMetal, toUsdz: viewer.toUsdz }))
                }
                className={`shrink-0 aria-busy:cursor-progress ${BUTTON}`}
              >
                {t`See it in your room`}
              </button>
            ) : null}
          </div>
        </>
      ) : null}
    </section>
  )
}

interface ViewerCanvasProps {
  label: string
  model: string
  metal: Metal
  ringSize: number | undefined
  onReady: (viewer: Viewer) => void
  onFail: (reason: Failure) => void
  onRestore: () => void
}

function ViewerCanvas({ label, model, metal, ringSize, onReady, onFail, onRestore }: ViewerCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [viewer, setViewer] = useState<Viewer>()
  const ready = useEffectEvent((next: Viewer) => {
    // The choice may have changed while the model was loaded.
    next.setMetal(metal)
    next.setRingSize(ringSize)
    setViewer(next)
    onReady(next)
  })
  const failed = useEffectEvent(onFail)
  const restored = useEffectEvent(onRestore)

  useEffect(() => {
    const element = canvas.current
    if (!element) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    let shown: Viewer | undefined
    const lost = (event: Event) => {
      // Without this, the browser does not restore the graphics.
      event.preventDefault()
      setViewer(undefined)
      failed('graphics')
    }
    element.addEventListener('webglcontextlost', lost, { signal })
    element.addEventListener('webglcontextrestored', () => restored(), { signal })
    async function open(drawing: HTMLCanvasElement) {
      try {
        const next = await createViewer(drawing, { model, metal, ringSize, signal })
        if (signal.aborted) {
          next.dispose()
          return
        }
        shown = next
        ready(next)
      } catch {
        if (!signal.aborted) failed('model')
      }
    }
    void open(element)
    return () => {
      leaving.abort()
      shown?.dispose()
      setViewer(undefined)
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the metal and the size change in the scene that is shown
  }, [model])

  useEffect(() => viewer?.setMetal(metal), [viewer, metal])
  useEffect(() => viewer?.setRingSize(ringSize), [viewer, ringSize])

  return (
    <div
      role="application"
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys turn the piece
      tabIndex={0}
      aria-label={label}
      className={`absolute inset-0 cursor-grab touch-none -outline-offset-4 active:cursor-grabbing ${viewer ? '' : 'invisible'}`}
    >
      <canvas ref={canvas} className="size-full" />
    </div>
  )
}
