import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'

import { fileTypeOf, fileUrl, imageUrl } from '#shared/images/image-url.ts'
import type { Image } from '#shared/product/product.ts'

import { useHydrated } from '../ui/hydration-mark.tsx'
import { PauseIcon, PlayIcon } from '../ui/icons.tsx'
import { mayMove } from '../ui/may-move.ts'

const POSTER_WIDTH = 768

interface FilmProps {
  title: string
  /** The same film in several formats, the best first. */
  files: readonly string[]
  poster: Image
  isShown: boolean
}

/** A silent loop, fetched when it is shown. It plays by itself unless the shopper asked for less motion or data. */
export function Film({ title, files, poster, isShown }: FilmProps) {
  const { t } = useLingui()
  const video = useRef<HTMLVideoElement>(null)
  const isHydrated = useHydrated()
  const [isPlaying, setPlaying] = useState(false)
  const [isBroken, setBroken] = useState(false)

  useEffect(() => {
    const { current } = video
    if (!current || !isShown || !mayMove()) return undefined
    const observer = new IntersectionObserver(([entry]) => (entry?.isIntersecting ? play(current) : current.pause()))
    observer.observe(current)
    return () => {
      observer.disconnect()
      current.pause()
    }
  }, [isShown])

  return (
    <div className="picture aspect-square">
      <video
        ref={video}
        aria-label={t`Film of ${title}`}
        poster={imageUrl(poster.url, POSTER_WIDTH)}
        muted
        loop
        playsInline
        preload="none"
        controls={!isHydrated}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        className="absolute inset-0 size-full object-cover"
      >
        {files.map((file) => (
          <source
            key={file}
            src={fileUrl(file)}
            type={fileTypeOf(file)}
            {...(file === files.at(-1) ? { onError: () => setBroken(true) } : {})}
          />
        ))}
      </video>
      {isBroken ? (
        <p role="status" className="absolute inset-x-4 bottom-4 rounded-sm bg-paper/90 px-4 py-3 text-sm">
          <Trans>The film can’t be played here. The pictures show the piece from the same sides.</Trans>
        </p>
      ) : isHydrated ? (
        <button
          type="button"
          aria-label={isPlaying ? t`Pause the film` : t`Play the film`}
          onClick={() => {
            if (!video.current) return
            if (isPlaying) video.current.pause()
            else play(video.current)
          }}
          className="absolute right-4 bottom-4 image-button"
        >
          {isPlaying ? <PauseIcon /> : <PlayIcon />}
        </button>
      ) : null}
    </div>
  )
}

/** A browser may refuse, for example to save power. The poster then stays. */
function play(video: HTMLVideoElement): void {
  // React does not write the attribute into the server's HTML.
  video.muted = true
  video.play().catch(() => undefined)
}
