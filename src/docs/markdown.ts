/** Turns the Markdown of our own pages into HTML: what they use, and nothing else. HTML in it is shown as text. */
import { escaped } from './page.ts'

/** What is below a heading, up to the next one. */
interface Section {
  heading: string
  anchor: string
  /** For the search. */
  text: string
}

export interface Rendered {
  title: string
  html: string
  sections: Section[]
}

/** `linkOf` gives the address of a link, or undefined if the reader cannot follow it; then its text remains. */
type LinkOf = (target: string) => string | undefined

export function rendered(markdown: string, linkOf: LinkOf): Rendered {
  const lines = markdown.replaceAll(/<!--[^]*?-->\n?/g, '').split('\n')
  const page: Rendered = { title: '', html: blocks(lines, linkOf), sections: [] }
  const anchors = new Map<string, number>()
  page.html = page.html.replaceAll(HEADING, (_all, level: string, inner: string) => {
    const heading = plain(inner)
    const anchor = unique(slugOf(heading), anchors)
    if (level === '1') page.title = heading
    page.sections.push({ heading, anchor, text: '' })
    return `<h${level} id="${anchor}">${inner}</h${level}>`
  })
  const [, ...texts] = page.html.split(/<h[1-6] id="[^"]*">[^]*?<\/h[1-6]>/)
  for (const [n, section] of page.sections.entries()) section.text = plain(texts[n] ?? '')
  return page
}

const HEADING = /<h([1-6])>([^]*?)<\/h\1>/g

/** Makes the anchors of headings in the same way as GitHub, so that links between our pages work there and here. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-')

function unique(slug: string, seen: Map<string, number>): string {
  const times = seen.get(slug) ?? 0
  seen.set(slug, times + 1)
  return times === 0 ? slug : `${slug}-${times}`
}

const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()

function blocks(lines: string[], linkOf: LinkOf): string {
  const out: string[] = []
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? ''
    const [, fence] = /^(```+)/.exec(line) ?? []
    const [, level, heading = ''] = /^(#{1,6}) (.*)$/.exec(line) ?? []
    const until = (ends: (one: string) => boolean): string[] => {
      const from = at
      while (at < lines.length && !ends(lines[at] ?? '')) at++
      return lines.slice(from, at)
    }
    if (line.trim() === '') at++
    else if (fence) {
      at++
      out.push(`<pre><code>${escaped(until((one) => one.startsWith(fence)).join('\n'))}</code></pre>`)
      at++
    } else if (level) {
      out.push(`<h${level.length}>${inline(heading, linkOf)}</h${level.length}>`)
      at++
    } else if (line.startsWith('|'))
      out.push(
        table(
          until((one) => !one.startsWith('|')),
          linkOf,
        ),
      )
    else if (line.startsWith('>')) {
      const quoted = until((one) => !one.startsWith('>')).map((one) => one.replace(/^> ?/, ''))
      out.push(`<blockquote>${blocks(quoted, linkOf)}</blockquote>`)
    } else if (ITEM.test(line)) {
      const kind = /^\d/.test(line) ? 'ol' : 'ul'
      out.push(
        list(
          until((one) => one.trim() !== '' && !ITEM.test(one) && !one.startsWith(' ')),
          kind,
          linkOf,
        ),
      )
    } else {
      const paragraph = until((one) => one.trim() === '' || /^(#{1,6} |```|\||>)/.test(one) || ITEM.test(one))
      out.push(`<p>${inline(paragraph.join('\n'), linkOf)}</p>`)
    }
  }
  return out.join('\n')
}

const ITEM = /^(?:[-*]|\d+\.) /

function list(lines: string[], kind: 'ol' | 'ul', linkOf: LinkOf): string {
  const items: string[][] = []
  for (const line of lines)
    if (ITEM.test(line)) items.push([line.replace(ITEM, '')])
    else items.at(-1)?.push(line.replace(/^ {1,3}/, ''))
  const inner = items.map((given) => {
    const item = given.slice(0, given.findLastIndex((line) => line.trim() !== '') + 1)
    const isShort = item.every((line) => line.trim() !== '' && !/^([-*] |\d+\. |```|\|)/.test(line))
    return `<li>${isShort ? inline(item.join('\n'), linkOf) : blocks(item, linkOf)}</li>`
  })
  return `<${kind}>${inner.join('')}</${kind}>`
}

function table([head = '', , ...rows]: string[], linkOf: LinkOf): string {
  const cellsOf = (row: string) =>
    row
      .replace(/^\|/, '')
      .replace(/\|\s*$/, '')
      .split(/(?<!\\)\|/)
      .map((cell) => inline(cell.trim().replaceAll('\\|', '|'), linkOf))
  const heads = cellsOf(head).map((cell) => `<th scope="col">${cell}</th>`)
  const body = rows.map(
    (row) =>
      `<tr>${cellsOf(row)
        .map((cell) => `<td>${cell}</td>`)
        .join('')}</tr>`,
  )
  return `<div class="wide" role="region" aria-label="Table" tabindex="0"><table><thead><tr>${heads.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}

/** A character of no text, around the number of a piece of code. */
const HELD = '\uFFFE'

/** Code is taken out first, so that nothing in it counts as Markdown. */
function inline(text: string, linkOf: LinkOf): string {
  const codes: string[] = []
  const without = text.replaceAll(/(`+)([^]*?[^`])\1(?!`)/g, (_all, _ticks, code: string) => {
    codes.push(`<code>${escaped(code)}</code>`)
    return `${HELD}${codes.length - 1}${HELD}`
  })
  return escaped(without)
    .replaceAll(/\[([^\]]*)\]\(([^)\s]*)\)/g, (_all, words: string, target: string) => {
      const address = linkOf(target.replaceAll('&amp;', '&'))
      return address === undefined ? words : `<a href="${escaped(address)}">${words}</a>`
    })
    .replaceAll(/&lt;(https?:\/\/[^\s&]+)&gt;/g, '<a href="$1">$1</a>')
    .replaceAll(/\*\*([^*]+(?:\*(?!\*)[^*]+)*)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/(?<![\w*])\*([^*\s](?:[^*]*[^*\s])?)\*(?![\w*])/g, '<em>$1</em>')
    .split(HELD)
    .map((part, n) => (n % 2 === 1 ? (codes[Number(part)] ?? '') : part))
    .join('')
}
