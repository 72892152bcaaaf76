/** Turns a web page into the text that a reader of the page sees. */
import { Parser } from 'htmlparser2'

export function htmlText(
  html: string,
  mostCharacters: number,
): { text: string; title: string | undefined; language: string | undefined } {
  const parts: string[] = []
  let size = 0
  let title = ''
  let language: string | undefined
  let isInTitle = false
  let hidden = 0
  const add = (text: string) => {
    if (size >= mostCharacters) return
    parts.push(text)
    size += text.length
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'html' && /^[a-z]{2,3}\b/i.test(attributes['lang'] ?? '')) language = attributes['lang']
      if (name === 'title' && hidden === 0 && title === '') isInTitle = true
      if (hidden > 0 || NOT_TEXT.has(name) || isHidden(attributes)) hidden++
      else if (name === 'td' || name === 'th') add('\t')
      else if (BLOCKS.has(name)) add('\n')
    },
    onclosetag(name) {
      isInTitle &&= name !== 'title'
      if (hidden > 0) hidden--
      else if (BLOCKS.has(name)) add('\n')
    },
    ontext(text) {
      if (isInTitle) title += text.slice(0, MOST_TITLE)
      else if (hidden === 0) add(text)
    },
  })
  parser.end(html)
  return {
    text: parts.join(''),
    title: title.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_TITLE).toWellFormed() || undefined,
    language: language?.toLowerCase().split('-')[0],
  }
}

const MOST_TITLE = 255

const NOT_TEXT = new Set(
  'script style noscript template svg math iframe object canvas audio video select datalist textarea title'.split(
    ' ',
  ),
)

const BLOCKS = new Set(
  (
    'address article aside blockquote br caption dd details div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tr ul'
  ).split(' '),
)

/** True if an attribute hides the element. Style sheets are not read. */
function isHidden({ hidden, style, 'aria-hidden': aria }: Record<string, string>): boolean {
  if (hidden !== undefined || aria === 'true') return true
  return /(display:none|visibility:hidden|font-size:0(?![.\d]*[1-9])|opacity:0(?![.\d]*[1-9]))/.test(
    (style ?? '').toLowerCase().replaceAll(/\s/g, ''),
  )
}
