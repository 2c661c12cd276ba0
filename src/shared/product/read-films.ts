/** Names of files of the media folder, or URLs: the same film or model in several formats, the best first. */
type Files = string[]

/** By the code of the metal; the film of `ANY_METAL` is shown for every metal without its own. */
export type Films = Record<string, Files>

export const ANY_METAL = 'any'

const FILM = /^film(?::(?<metal>[a-z0-9-]+))?$/

/** Reads `film` and `film:white-gold` of a product's metadata: `a.webm a.mp4`. */
export function readFilms(metadata: Record<string, unknown> | null | undefined): Films {
  const films = Object.entries(metadata ?? {}).flatMap(([key, value]): [string, Files][] => {
    const found = FILM.exec(key)
    const files = readFiles(value, /\.(?:webm|mp4)$/i)
    return found && files.length > 0 ? [[found.groups?.['metal'] ?? ANY_METAL, files]] : []
  })
  return Object.fromEntries(films)
}

/** Reads `model` of a product's metadata: a `.glb`, perhaps another for Android, then a `.usdz` for iPhones. Empty without a `.glb`. */
export function readModel(metadata: Record<string, unknown> | null | undefined): Files {
  const glb = readFiles(metadata?.['model'], /\.glb$/i)
  return glb.length > 0 ? [...glb, ...readFiles(metadata?.['model'], /\.usdz$/i)] : []
}

/** Of the files of `readModel`: the model for programs that know neither meshopt nor instances. */
export function plainModelOf(files: readonly string[]): string | undefined {
  return files.findLast((file) => /\.glb$/i.test(file))
}

export function filmOf({ films }: { films: Films }, metal: string | undefined): Files | undefined {
  return (metal === undefined ? undefined : films[metal]) ?? films[ANY_METAL]
}

function readFiles(value: unknown, ending: RegExp): Files {
  return typeof value === 'string' ? value.split(/\s+/).filter((file) => ending.test(file)) : []
}
