const TYPES = { md: 'markdown', yml: 'yaml', yaml: 'yaml', json: 'json', csv: 'csv' } as const

export type ContentType = (typeof TYPES)[keyof typeof TYPES]

export function typeOf(file: string): ContentType | undefined {
  const extension = /[^/]\.([^./]+)$/.exec(file)?.[1] ?? ''
  return Object.hasOwn(TYPES, extension) ? TYPES[extension as keyof typeof TYPES] : undefined
}

/** Skips hidden files, disabled files (`-old`), and names with characters that cannot be part of a URL path. */
export function isContentFile(file: string): boolean {
  if (typeOf(file) === undefined) return false
  return file.split('/').every((name) => !/^[.-]/.test(name) && !/['"?#]/.test(name))
}
