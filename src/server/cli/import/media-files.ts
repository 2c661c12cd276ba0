import type { FileProduct } from './file-product.ts'
import type { Row } from './read-table.ts'

interface MediaFormat {
  kind: 'film' | 'model'
  type: string
  mostBytes: number
  /** How the content begins. QuickTime's own films differ from MP4 in the brand only. */
  start: RegExp
}

/** By the end of the file's name, best first. Medusa has the same limits, and looks into a .glb when it is uploaded. */
const FORMATS: Record<string, MediaFormat> = {
  webm: { kind: 'film', type: 'video/webm', mostBytes: 4_000_000, start: /^.E\xdf\xa3/s },
  mp4: { kind: 'film', type: 'video/mp4', mostBytes: 4_000_000, start: /^.{4}ftyp(?!qt )/s },
  glb: { kind: 'model', type: 'model/gltf-binary', mostBytes: 4_000_000, start: /^glTF/ },
  usdz: { kind: 'model', type: 'model/vnd.usdz+zip', mostBytes: 8_000_000, start: /^PK../s },
}
export const MEDIA_FORMATS: ReadonlyMap<string, MediaFormat> = new Map(Object.entries(FORMATS))
const ENDINGS = { film: '.webm or .mp4 (H.264), at 720 px and without sound', model: '.glb' }
const OTHER_MODELS = ['gltf', 'obj', 'usd']
const OTHERS = ['mov', 'm4v', 'avi', 'mkv', ...OTHER_MODELS]

/** A column of an import, and a key of a product's metadata. The group is the metal of a film. */
export const MEDIA_KEY = /^(?:model|film(?::(.+))?)$/

/** The addresses of all films and models that a product has. */
export function mediaUrlsOf(metadata: Record<string, unknown> | null | undefined): string[] {
  return Object.entries(metadata ?? {}).flatMap(([key, value]) =>
    MEDIA_KEY.test(key) && typeof value === 'string' ? value.split(' ') : [],
  )
}

export function endingOf(source: string): string {
  return /\.(\w+)(?:[?#].*)?$/.exec(source)?.[1]?.toLowerCase() ?? ''
}

/** Whether a source is a film or a model, also of a format that the shop does not show. */
export function isMedia(source: string): boolean {
  const ending = endingOf(source)
  return MEDIA_FORMATS.has(ending) || OTHERS.includes(ending)
}

/** Reports sources of other formats, and a model that browsers cannot show. */
export function checkMedia(
  sources: readonly string[],
  kind: 'film' | 'model',
  report: (message: string) => void,
): void {
  for (const source of sources)
    if (MEDIA_FORMATS.get(endingOf(source))?.kind !== kind)
      report(`"${source}" is no ${kind} that every browser shows. Export it as ${ENDINGS[kind]}.`)
  const formats = sources.map(endingOf)
  if (formats.includes('usdz') && !formats.includes('glb'))
    report('only iPhones show a .usdz. Name the .glb before it.')
}

/** One film and one model of what a Shopify export lists among its images. Others are reported. */
export function pickMedia(
  found: readonly { source: string; row: Row; column: string }[],
  warn: (message: string) => void,
): FileProduct['media'] {
  const media: Record<string, string[]> = {}
  for (const kind of ['film', 'model'] as const) {
    const ofKind = found.filter(({ source }) => kindOf(source) === kind)
    const firsts = [...MEDIA_FORMATS.keys(), ...OTHERS].flatMap(
      (ending) => ofKind.find(({ source }) => endingOf(source) === ending) ?? [],
    )
    const [first] = firsts
    if (!first) continue
    media[kind] = firsts.map(({ source }) => source)
    checkMedia(media[kind], kind, (message) => first.row.error(message, first.column))
    if (firsts.length < ofKind.length) warn(`A product has one ${kind}, so only the first of each format is imported.`)
  }
  return media
}

function kindOf(source: string): 'film' | 'model' {
  return MEDIA_FORMATS.get(endingOf(source))?.kind ?? (OTHER_MODELS.includes(endingOf(source)) ? 'model' : 'film')
}
