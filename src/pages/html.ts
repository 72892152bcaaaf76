/** HTML as a value. The template tag escapes everything that is not HTML already. */

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Undefined, null and false write nothing. */
export type Part = Html | string | number | undefined | null | false | readonly Part[]

export function html(template: TemplateStringsArray, ...parts: Part[]): Html {
  let text = template[0] ?? ''
  for (const [n, part] of parts.entries()) text += written(part) + (template[n + 1] ?? '')
  return new Html(text)
}

function written(part: Part): string {
  if (part === undefined || part === null || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return part.map(written).join('')
}

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
