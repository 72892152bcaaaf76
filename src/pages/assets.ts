/**
 * The styles, scripts and fonts of the pages. Each name contains a hash of the content, so browsers can cache the files for ever.
 */
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { compressedOnce } from '../http/server/content-coding.ts'
import { ROUTINE } from '../http/server/endings.ts'
import { notFound } from '../http/problem.ts'
import { hashed } from './hashed.ts'

const folder = new URL('../../web/', import.meta.url)

const FONTS = ['bricolage-grotesque', 'atkinson-hyperlegible-next'] as const
const STYLES = ['tokens', 'base', 'parts', 'account', 'pages'] as const
const SCRIPTS = ['passkey-sign-in', 'passkey-add', 'link', 'forget', 'signed-out', 'signing-out'] as const

const ICONS = ['icon-180', 'icon-192', 'icon-512', 'maskable-512'] as const

export type Script = (typeof SCRIPTS)[number]

export interface Asset {
  type: string
  content: string | Buffer
}

interface Assets {
  style: string
  /** The fonts that every page preloads, because its title uses them. */
  fonts: string[]
  script: Record<Script, string>
  /** Drawn by `npm run icons`. */
  icons: Record<(typeof ICONS)[number], string>
  byPath: ReadonlyMap<string, Asset>
}

let loaded: Assets | undefined

export const assets = (): Assets => (loaded ??= load())

function load(): Assets {
  const byPath = new Map<string, Asset>()
  const add = (name: string, extension: string, type: string, content: string | Buffer): string => {
    const path = `/assets/${name}-${hashed(content)}.${extension}`
    byPath.set(path, { type, content })
    return path
  }
  const fonts = FONTS.map((name) =>
    add(name, 'woff2', 'font/woff2', readFileSync(new URL(`fonts/${name}.woff2`, folder))),
  )
  let css = STYLES.map((name) => readFileSync(new URL(`styles/${name}.css`, folder), 'utf8')).join('\n')
  for (const [n, name] of FONTS.entries()) css = css.replaceAll(`/fonts/${name}.woff2`, fonts[n] ?? '')
  const script = {} as Record<Script, string>
  for (const name of SCRIPTS) {
    const written = readFileSync(new URL(`scripts/${name}.js`, folder), 'utf8')
    const source = written.replaceAll(/'\.\/([\w-]+)\.js'/g, (_, other: Script) => `'${script[other]}'`)
    script[name] = add(name, 'js', 'text/javascript; charset=utf-8', source)
  }
  const icons = {} as Assets['icons']
  for (const name of ICONS)
    icons[name] = add(name, 'png', 'image/png', readFileSync(new URL(`icons/${name}.png`, folder)))
  return { icons, style: add('pages', 'css', 'text/css; charset=utf-8', css), fonts, script, byPath }
}

/** `ofApp` finds files of the web app, if there is one. */
export function assetRoutes(app: FastifyInstance, ofApp?: (path: string) => Asset | undefined): void {
  const { byPath } = assets()
  const options = { ...ROUTINE, onSend: compressedOnce }
  app.get<{ Params: { name: string } }>('/assets/:name', options, ({ params }, reply) => {
    const path = `/assets/${params.name}`
    const asset = byPath.get(path) ?? ofApp?.(path)
    if (!asset) throw notFound(`There is no file ${params.name}. A newer version of the service has others.`)
    return send(asset, reply)
  })
}

const send = ({ type, content }: Asset, reply: FastifyReply) =>
  reply
    .headers({ 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' })
    .send(content)
