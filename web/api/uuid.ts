/** Makes UUIDs of version 7, which begin with the time, for Idempotency-Keys. */

export function uuidv7(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const time = new DataView(bytes.buffer)
  time.setUint16(0, Math.floor(now / 2 ** 32))
  time.setUint32(2, now % 2 ** 32)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
