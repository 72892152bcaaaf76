/** Segments of PostgreSQL's log of changes. Each is a file of 16 MiB, whose name has its timeline and position. */

export const SEGMENT = 16 * 1024 * 1024

/** Reads PostgreSQL's text for a position, such as `0/2000028`. */
export function positionOf(text: string): bigint {
  const [, high = '', low = ''] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? []
  if (high === '') throw new Error(`${text} is not a place in PostgreSQL's log.`)
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export const textOf = (position: bigint) =>
  `${(position >> 32n).toString(16).toUpperCase()}/${(position & 0xffffffffn).toString(16).toUpperCase()}`

export const beginOf = (position: bigint) => position - (position % BigInt(SEGMENT))

export function segmentOf(timeline: number, position: bigint): string {
  const number = position / BigInt(SEGMENT)
  const perFile = 0x1_0000_0000n / BigInt(SEGMENT)
  return [BigInt(timeline), number / perFile, number % perFile]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('')
}

/** Returns undefined if this is not the name of a segment. */
export function beginOfSegment(name: string): bigint | undefined {
  const [, high = '', low = ''] = /^[0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})$/.exec(name) ?? []
  if (high === '') return undefined
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) * BigInt(SEGMENT)
}
