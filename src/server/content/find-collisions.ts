import type { ContentDocument, ContentFault } from '#content/document.ts'

/**
 * Finds documents that lie at one address of one language: only the first of them can be seen there. A draft beside the
 * page that it is to replace is none.
 * @param documents in stored order
 */
export function findCollisions(documents: readonly ContentDocument[]): ContentFault[] {
  const first = new Map<string, string>()
  return documents.flatMap(({ _locale, _path, _draft, _file }) => {
    const place = [_locale, _path, _draft].join(' ')
    const owner = first.get(place)
    if (owner === undefined) first.set(place, _file)
    return owner === undefined
      ? []
      : [
          {
            file: _file,
            line: 1,
            message: `This lies at ${_path}, where ${owner} lies already; only that one is seen.`,
          },
        ]
  })
}
