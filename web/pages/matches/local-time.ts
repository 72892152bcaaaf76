/** Converts between the service's times and inputs of local date and time. */

export function inputOf(instant: string): string {
  const at = new Date(instant)
  const year = String(at.getFullYear()).padStart(4, '0')
  return `${year}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

export const instantOf = (input: string): string => new Date(input).toISOString()

const two = (n: number) => String(n).padStart(2, '0')
