/** Prints the figures of a long run as a row for the table in docs/reliability.md. */

/** `what` lists what happened, in order. `broken` has a sentence for each broken promise. */
export function figuresRow(command: string, what: readonly string[], broken: readonly string[]): string {
  const verdict = broken.length === 0 ? 'nothing' : broken.join(' ')
  return `| ${[`\`${command}\``, what.join('; '), verdict].map(inCell).join(' | ')} |`
}

/** A line break would end the row, and a `|` would end the cell. */
const inCell = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')

export const count = (n: number) => n.toLocaleString('en')

/** Formats milliseconds as seconds. */
export const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
