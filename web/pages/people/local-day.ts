/** The calendar day of a moment, where the reader is, such as 2026-01-15. */
export function localDay(at: string): string {
  const date = new Date(at)
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

const two = (n: number) => String(n).padStart(2, '0')
