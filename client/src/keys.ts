/** Makes Idempotency-Keys: new ones, and ones that follow from a name. */

/** A UUID of version 7, which begins with the time. The service refuses one that is older than 30 days. */
export function newKey(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const time = new DataView(bytes.buffer)
  time.setUint16(0, Math.floor(now / 2 ** 32))
  time.setUint32(2, now % 2 ** 32)
  return written(bytes, 7)
}

/**
 * A UUID of version 8 from the SHA-256 of names, such as `await keyFrom('score-sheets', 'createMatch', '4711')`. The same names
 * give the same key, so a program that has lost its place sends the same change again, and it is done once. In browsers it needs a
 * secure context, such as https.
 */
export async function keyFrom(...names: string[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(names))
  return written(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes), 0, 16), 8)
}

function written(bytes: Uint8Array, version: number): string {
  bytes[6] = (version << 4) | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
