/** Asks whether the visit may be measured; nothing where nobody measures. */
export function ConsentBar() {
  return null
}
