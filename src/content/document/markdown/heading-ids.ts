/**
 * Gives every heading of a document an id that its words tell, in whatever script: `Как ухаживать` is `как-ухаживать`.
 * @returns takes a heading's words and gives its id; a second heading of the same words gets `-1`
 */
export function createHeadingIds(): (text: string) => string {
  const taken = new Set<string>()
  return (text) => {
    const base = idOf(text)
    let id = base
    for (let count = 1; taken.has(id); count += 1) id = `${base}-${count}`
    taken.add(id)
    return id
  }
}

function idOf(text: string): string {
  const id = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}_\s-]/gu, '')
    .replaceAll(/[\s-]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    // A name that a style sheet could use as well.
    .replace(/^(?=\d)/, '_')
  return id || 'section'
}
