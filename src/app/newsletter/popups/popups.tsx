/** What speaks up by itself, one after the other. */
export function Popups() {
  return null
}
