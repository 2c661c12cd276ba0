import { fileTypeOf, fileUrl } from '#shared/images/image-url.ts'

import { mayMove } from '../../ui/may-move.ts'

/** How long a card rests in the middle of a phone's screen, or under the pointer, before its film is fetched. */
const REST_MS = 600
/** The part of the window in which a card rests: only one row of cards fits. */
const MIDDLE = '-35% 0px -35% 0px'

/**
 * Plays the film of the card that the pointer is on or, without a pointer, of the one that rests in the middle of the
 * window. One film plays at a time.
 * @param list has elements with `data-film`: the names of its files, separated by spaces
 */
export function playCardFilms(list: HTMLElement, signal: AbortSignal): void {
  if (!mayMove()) return
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: HTMLElement | undefined

  function rest(place: HTMLElement | null | undefined): void {
    if (place === current) return
    clearTimeout(timer)
    current?.replaceChildren()
    current = place ?? undefined
    if (place) timer = setTimeout(() => place.replaceChildren(filmIn(place)), REST_MS)
  }

  signal.addEventListener('abort', () => rest(undefined))
  if (matchMedia('(hover: hover)').matches) {
    const find = ({ target }: Event) =>
      rest(target instanceof Element ? target.closest('article')?.querySelector<HTMLElement>('[data-film]') : undefined)
    list.addEventListener('pointerover', find, { signal })
    list.addEventListener('pointerleave', () => rest(undefined), { signal })
    return
  }
  const inMiddle = new Set<Element>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) inMiddle[isIntersecting ? 'add' : 'delete'](target)
      if (!current || !inMiddle.has(current)) rest([...inMiddle][0] as HTMLElement | undefined)
    },
    { rootMargin: MIDDLE },
  )
  for (const place of list.querySelectorAll('[data-film]')) observer.observe(place)
  signal.addEventListener('abort', () => observer.disconnect())
}

function filmIn(place: HTMLElement): HTMLVideoElement {
  const video = document.createElement('video')
  Object.assign(video, { muted: true, loop: true, playsInline: true, className: 'size-full object-cover' })
  for (const file of (place.dataset['film'] ?? '').split(' '))
    video.append(Object.assign(document.createElement('source'), { src: fileUrl(file), type: fileTypeOf(file) }))
  // The still stays until the film really plays, and if it cannot.
  video.style.opacity = '0'
  video.addEventListener('playing', () => (video.style.opacity = '1'))
  video.play().catch(() => undefined)
  return video
}
