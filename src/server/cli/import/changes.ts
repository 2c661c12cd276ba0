const MOST_SHOWN = 50

export function changedKeys(
  wanted: Record<string, unknown>,
  known: Record<string, unknown> | null | undefined,
): string[] {
  return Object.keys(wanted).filter((key) => wanted[key] !== known?.[key])
}

export function show(text: string | null | undefined): string {
  if (!text) return 'none'
  return `"${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}"`
}
