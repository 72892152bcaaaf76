/** Serves the pages of `docs/` at `/docs/guide`, with a search. Everything is on this machine: no page asks another server. */
import { readFile, readdir } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { assets } from '../pages/assets.ts'
import { notFound } from '../http/problem.ts'
import { readQuery } from '../http/query.ts'
import { ROUTINE } from '../http/server/endings.ts'
import { type Rendered, rendered } from './markdown.ts'
import { escaped } from './page.ts'

const ROOT = new URL('../../', import.meta.url)
const AT = '/docs/guide'
const STYLE = `${AT}/guide.css`

interface GuidePage extends Rendered {
  /** Such as `sign-in` or `decisions/001-conventions`. */
  name: string
  group: 'pages' | 'decisions'
}

export function guideRoutes(app: FastifyInstance): void {
  let read: Promise<Map<string, GuidePage>> | undefined
  const pages = () => (read ??= readPages())
  app.get(STYLE, ROUTINE, async (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' })
      .send(await styles()),
  )
  app.get(AT, async (request, reply) => {
    const words = readQuery(request.url).parameters.get('q')?.trim() ?? ''
    const all = [...(await pages()).values()]
    const body = words === '' ? overview(all) : found(all, words)
    return send(reply, words === '' ? 'The guide' : `${words} in the guide`, body, words)
  })
  app.get<{ Params: { '*': string } }>(`${AT}/*`, async ({ params }, reply) => {
    const page = (await pages()).get(params['*'])
    if (!page) throw notFound(`The guide has no page ${params['*']}. ${AT} lists all of them.`)
    return send(reply, page.title, page.html)
  })
}

export async function readPages(): Promise<Map<string, GuidePage>> {
  const folders = ['docs/', 'docs/decisions/']
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(new URL(folder, ROOT)))
        .filter((file) => file.endsWith('.md'))
        .map((file) => folder + file),
    ),
  )
  const paths = ['CHANGELOG.md', ...files.flat()]
  const texts = await Promise.all(paths.map((path) => readFile(new URL(path, ROOT), 'utf8')))
  const names = new Set(paths)
  const pages = paths.map((path, n): GuidePage => {
    const page = rendered(texts[n] ?? '', (target) => addressOf(target, path, names))
    return Object.assign(page, {
      name: nameOf(path),
      group: path.includes('decisions/') ? ('decisions' as const) : ('pages' as const),
    })
  })
  return new Map(pages.toSorted(byName).map((page) => [page.name, page]))
}

const byName = (one: GuidePage, other: GuidePage) =>
  one.group === other.group ? (one.name < other.name ? -1 : 1) : one.group === 'pages' ? -1 : 1

const nameOf = (path: string) =>
  path
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .toLowerCase()

/** A link to a file that is no page of the guide leads nowhere here. */
function addressOf(target: string, from: string, names: ReadonlySet<string>): string | undefined {
  if (/^(https?:|#)/.test(target)) return target
  const [file = '', anchor] = target.split('#')
  const path = new URL(file, `file:///${from}`).pathname.slice(1)
  return names.has(path) ? `${AT}/${nameOf(path)}${anchor ? `#${anchor}` : ''}` : undefined
}

const linkTo = ({ name, title }: GuidePage) => `<li><a href="${AT}/${name}">${escaped(title)}</a></li>`

function overview(all: readonly GuidePage[]): string {
  const of = (group: GuidePage['group']) =>
    all
      .filter((page) => page.group === group)
      .map(linkTo)
      .join('')
  return `<h1>The guide</h1><p>How Scorebook is used, run and built. The <a href="/docs">API reference</a> has every operation.</p>
<h2>Pages</h2><ul>${of('pages')}</ul><h2>Why things are as they are</h2><ul>${of('decisions')}</ul>`
}

interface Hit {
  page: GuidePage
  section: GuidePage['sections'][number]
  weight: number
}

const MOST_HITS = 30

/** Sections with all words. A word in a heading counts more than one in the text. */
export function hitsOf(all: readonly GuidePage[], words: string): Hit[] {
  const wanted = [...new Set(words.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, 10)
  return all
    .flatMap((page) =>
      page.sections.map((section): Hit => {
        const [title, heading, text] = [page.title, section.heading, section.text].map((one) =>
          one.toLowerCase(),
        )
        const weights = wanted.map(
          (word) =>
            (title?.includes(word) ? 3 : 0) + (heading?.includes(word) ? 5 : 0) + timesIn(text ?? '', word),
        )
        const isThere = weights.every((weight) => weight > 0)
        return { page, section, weight: isThere ? weights.reduce((sum, one) => sum + one, 0) : 0 }
      }),
    )
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, MOST_HITS)
}

/** Four at most, so that a search for a single letter costs no more than others. */
function timesIn(text: string, word: string): number {
  let times = 0
  for (let at = text.indexOf(word); at >= 0 && times < 4; at = text.indexOf(word, at + word.length)) times++
  return times
}

function found(all: readonly GuidePage[], words: string): string {
  const hits = hitsOf(all, words)
  if (hits.length === 0)
    return `<h1>Nothing found</h1><p>No section has all of these words: ${escaped(words)}. <a href="${AT}">All pages</a>.</p>`
  const items = hits.map(({ page, section }) => {
    const where = page.title === section.heading ? page.title : `${page.title}: ${section.heading}`
    return `<li><a href="${AT}/${page.name}#${section.anchor}">${escaped(where)}</a><p>${escaped(near(section.text, words))}</p></li>`
  })
  return `<h1>${hits.length === 1 ? 'One section' : `${hits.length} sections`}</h1><ul class="hits">${items.join('')}</ul>`
}

/** Some words around the first one that was looked for. */
function near(text: string, words: string): string {
  const [first = ''] = words.toLowerCase().split(/\s+/)
  const at = Math.max(0, text.toLowerCase().indexOf(first) - 60)
  const isCut = at + 180 < text.length
  const shown = text.slice(at, at + 180)
  const whole = shown.replace(at > 0 ? /^\S*\s/ : /^/, '').replace(isCut ? /\s\S*$/ : /$/, '')
  return `${at > 0 ? '… ' : ''}${whole}${isCut ? ' …' : ''}`
}

const POLICY = `default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

function send(reply: FastifyReply, title: string, body: string, words = ''): FastifyReply {
  const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)} · Scorebook</title><meta name="color-scheme" content="light dark"><link rel="stylesheet" href="${STYLE}">
<link rel="icon" href="/favicon.ico" type="image/svg+xml"></head><body><header><a href="${AT}">Scorebook guide</a>
<form action="${AT}" role="search"><label>Search <input type="search" name="q" value="${escaped(words)}"></label><button>Go</button></form>
</header><main>${body}</main></body></html>`
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
  return reply
    .headers({
      'content-security-policy': POLICY,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      etag,
    })
    .send(text)
}

async function styles(): Promise<string> {
  const [tokens, guide] = await Promise.all(
    ['tokens', 'guide'].map((name) => readFile(new URL(`web/styles/${name}.css`, ROOT), 'utf8')),
  )
  const fonts = assets().fonts.map((font) => {
    const family = font.includes('bricolage') ? 'Bricolage Grotesque' : 'Atkinson Hyperlegible Next'
    return `@font-face { font-family: '${family}'; src: url('${font}') format('woff2'); font-weight: 400 800; font-display: swap }`
  })
  return [...fonts, tokens, guide].join('\n')
}
