const BYTES = 16

/** A name for one browser that says nothing of it: 32 hexadecimal digits. (`randomUUID` is there over https only.) */
export function drawId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
