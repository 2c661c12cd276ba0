/** `14k White Gold` to `14k-white-gold`, as the storefront's `toSlug` does. `fallback` is for texts without Latin letters. */
export function toMetalCode(text: string, fallback: string) {
  const code = text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return code || fallback
}
