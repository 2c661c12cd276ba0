import { checkGlb } from './check-glb.ts'

interface Format {
  kind: 'film' | 'model'
  mostBytes: number
  isOne: (bytes: Uint8Array) => boolean
}

const MEGABYTE = 1_000_000
const MOST_SECONDS = 30
const MOST_FILM_SIDE = 1080
const AS_FILM = 'Export it at 720 px, H.264, without sound.'
export const CANNOT_PLAY = `This browser cannot play the film. ${AS_FILM}`
const AS_MODEL = 'Reduce its mesh and export it again.'

/** By the end of the file's name, best first. The import of products has the same limits. */
export const FORMATS = new Map<string, Format>([
  ['webm', { kind: 'film', mostBytes: 4 * MEGABYTE, isOne: (bytes) => textOf(bytes, 0, 4) === '\x1aE\xdf\xa3' }],
  [
    'mp4',
    {
      kind: 'film',
      mostBytes: 4 * MEGABYTE,
      // QuickTime's own files have the same container and another brand.
      isOne: (bytes) => textOf(bytes, 4, 8) === 'ftyp' && textOf(bytes, 8, 12) !== 'qt  ',
    },
  ],
  ['glb', { kind: 'model', mostBytes: 4 * MEGABYTE, isOne: () => true }],
  ['usdz', { kind: 'model', mostBytes: 8 * MEGABYTE, isOne: (bytes) => textOf(bytes, 0, 4) === 'PK\x03\x04' }],
])

const REFUSED = new Map([
  ['mov', 'Not every browser plays a .mov. Export it as .mp4 (H.264) at 720 px, without sound.'],
  ['gltf', 'A .gltf refers to other files. Export it as one .glb.'],
])

export function formatOf(name: string) {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase()
}

/**
 * Checks films and models; other files are none of its business.
 * @returns what is wrong and what to do, in sentences for the staff
 */
export function checkUpload(name: string, bytes: Uint8Array) {
  const ending = formatOf(name)
  const format = FORMATS.get(ending)
  if (!format) return REFUSED.get(ending)
  const { kind, mostBytes, isOne } = format
  const advice = kind === 'film' ? AS_FILM : AS_MODEL
  if (bytes.length > mostBytes)
    return `The ${kind} is ${(bytes.length / MEGABYTE).toFixed(1)} MB; at most ${mostBytes / MEGABYTE} MB. ${advice}`
  if (!isOne(bytes)) return `The ${kind} is no .${ending}, whatever its name. ${advice}`
  return ending === 'glb' ? checkGlb(bytes) : undefined
}

/** Of a film that a browser has opened. */
export function checkFilm(film: { duration: number; videoWidth: number; videoHeight: number }) {
  const { duration, videoWidth: width, videoHeight: height } = film
  if (Math.max(width, height) > MOST_FILM_SIDE)
    return `The film is ${width} × ${height} px; at most ${MOST_FILM_SIDE} px on a side. ${AS_FILM}`
  if (width === 0 || !Number.isFinite(duration)) return CANNOT_PLAY
  if (duration > MOST_SECONDS)
    return `The film takes ${Math.ceil(duration)} s; at most ${MOST_SECONDS} s. Cut it to a loop of 8 s.`
  return undefined
}

function textOf(bytes: Uint8Array, from: number, to: number) {
  return String.fromCharCode(...bytes.subarray(from, to))
}
