export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** False if the visitor asked for less motion or for less data. */
export function mayMove(): boolean {
  return !savesData() && !matchMedia('(prefers-reduced-motion: reduce)').matches
}
