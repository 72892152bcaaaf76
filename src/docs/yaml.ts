/** Writes JSON values as YAML 1.2. Texts are in double quotes as in JSON, which YAML reads too, if they could mean something else. */

export const yamlOf = (value: unknown): string => `${block(value, '')}\n`

function block(value: unknown, indent: string): string {
  if (Array.isArray(value) && value.length > 0)
    return value.map((item) => `${indent}- ${block(item, `${indent}  `).trimStart()}`).join('\n')
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0)
    return Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([key, inner]) => `${indent}${plain(key)}:${beside(inner, indent)}`)
      .join('\n')
  return typeof value === 'string' ? plain(value) : JSON.stringify(value)
}

/** A text or number stands beside its key, anything longer below it. */
function beside(value: unknown, indent: string): string {
  const isLong = typeof value === 'object' && value !== null && Object.keys(value).length > 0
  return isLong ? `\n${block(value, `${indent}  `)}` : ` ${block(value, '')}`
}

const plain = (text: string): string =>
  /^[A-Za-z][\w /.()'-]*$/.test(text) && !text.endsWith(' ') && !WORDS.test(text)
    ? text
    : JSON.stringify(text)

/** Words that YAML readers take for something else than a text. */
const WORDS = /^(true|false|yes|no|on|off|null|y|n)$/i
