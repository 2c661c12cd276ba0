const TYPES = { md: 'markdown', yml: 'yaml', yaml: 'yaml', json: 'json', csv: 'csv' } as const

export type ContentType = (typeof TYPES)[keyof typeof TYPES]

/** @returns how a file is read; undefined where it is none of content */
export function typeOf(file: string): ContentType | undefined {
  const extension = /[^/]\.([^./]+)$/.exec(file)?.[1] ?? ''
  return Object.hasOwn(TYPES, extension) ? TYPES[extension as keyof typeof TYPES] : undefined
}

/**
 * Tells what is read from what lies in the folder for another reason: hidden, put aside (`-old`), or of a name that no
 * address can have.
 * @param file path inside the content folder
 */
export function isContentFile(file: string): boolean {
  if (typeOf(file) === undefined) return false
  return file.split('/').every((name) => !/^[.-]/.test(name) && !/['"?#]/.test(name))
}
