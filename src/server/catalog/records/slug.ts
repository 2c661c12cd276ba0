/**
 * A word as a code that is the same in every language: `14k White Gold` -> `14k-white-gold`.
 * @param fallback stands in where nothing of the word can be spelled in Latin letters
 */
export function toSlug(text: string, fallback: string): string {
  const slug = text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return slug || fallback
}
