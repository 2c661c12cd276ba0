/** After the last sentence that fits, or else after the last word. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const start = text.slice(0, length)
  const end = /^.*[.!?](?=\s)/s.exec(start)?.[0]
  return end ?? `${start.replace(/\s+\S*$/, '')}…`
}
