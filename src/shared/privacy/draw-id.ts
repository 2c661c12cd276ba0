const BYTES = 16

/** A random id of 32 hexadecimal digits. `crypto.randomUUID` exists over HTTPS only. */
export function drawId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
