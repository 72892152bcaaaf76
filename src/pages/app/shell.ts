/** The shell of the app: for each path of the app, the HTML that is the same for everybody. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Asset, assets } from '../assets.ts'
import { compressedOnce } from '../../http/server/content-coding.ts'
import { ROUTINE } from '../../http/server/endings.ts'
import { contentTag } from '../../http/lifecycle/etag.ts'
import { notFound } from '../../http/problem.ts'
import { PAPER } from '../emblem.ts'
import { isFromElsewhere } from '../fetch-site.ts'
import { html } from '../html.ts'
import { EMBLEM, PAGE_HEADERS, seeOther } from '../page.ts'
import type { Bundle, BundledRoute } from './bundle.ts'
import { manifestRoute } from './manifest.ts'

export interface AppSource {
  current: () => Bundle | Promise<Bundle>
  paths: readonly string[]
  file: (path: string) => Asset | undefined
}

/** An app whose bundle does not change while the service runs. */
export const fixed = (bundle: Bundle): AppSource => ({
  current: () => bundle,
  paths: bundle.routes.map(({ path }) => path),
  file: (path) => bundle.files.get(path),
})

interface ShellOptions {
  source: AppSource
  /** True if the cookie of the request belongs to a session. */
  isSignedIn: (request: FastifyRequest) => Promise<boolean>
}

export function shellRoutes(app: FastifyInstance, { source, isSignedIn }: ShellOptions): void {
  for (const path of source.paths) {
    app.get(path, { onSend: compressedOnce }, async (request, reply) => {
      // If the browser has followed a link from another site, it sends no cookie. Then the app itself finds out who is signed in.
      if (path === '/' && !isFromElsewhere(request) && !(await isSignedIn(request)))
        return seeOther(reply, '/sign-in')
      const bundle = await source.current()
      const route = bundle.routes.find((one) => one.path === path)
      if (!route) throw notFound(`There is nothing at ${path}.`)
      return sendShell(reply, bundle, route)
    })
  }
  manifestRoute(app)
  app.get('/service-worker.js', { ...ROUTINE, onSend: compressedOnce }, async (_request, reply) => {
    const { serviceWorker } = await source.current()
    if (serviceWorker === undefined) throw notFound('There is no service worker.')
    return reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
        etag: contentTag(serviceWorker),
      })
      .send(serviceWorker)
  })
}

function sendShell(reply: FastifyReply, bundle: Bundle, route: BundledRoute): FastifyReply {
  const text = written(bundle, route)
  return reply.headers({ ...HEADERS, etag: contentTag(text) }).send(text)
}

/** With `no-cache`, a browser stores the page but asks each time for a newer one, because the page names the newest files. */
const HEADERS = {
  ...PAGE_HEADERS,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types scorebook',
  ].join('; '),
}

/** A browser loads six files at once, so their order matters: first the session, then scripts, and fonts last. */
const written = ({ style, script, fonts }: Bundle, { path, preloads }: BundledRoute): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, viewport-fit=cover" />
        <title>Scorebook</title>
        <meta name="color-scheme" content="light dark" />
        <link rel="stylesheet" href="${style}" />
        <link rel="preload" href="/web/session" as="fetch" crossorigin />
        <script type="module" src="${script}"></script>
        ${preloads.map((file) => html`<link rel="modulepreload" href="${file}" />`)}
        ${fonts.map(
          (font) =>
            html`<link
              rel="preload"
              href="${font}"
              as="font"
              type="font/woff2"
              crossorigin
              fetchpriority="low"
            />`,
        )}
        <link rel="icon" href="/favicon.ico" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="apple-touch-icon" href="${assets().icons['icon-180']}" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="${PAPER.light}" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="${PAPER.dark}" />
      </head>
      <body>
        <div id="app">${isRecording(path) ? RECORDING : FRAME}</div>
        <noscript>
          <main>
            <h1>Scorebook needs scripts</h1>
            <p>
              Recording a match is a program in your browser. <a href="/account">Your account</a> works
              without.
            </p>
          </main>
        </noscript>
      </body>
    </html> `.text

const RULED = html`<div class="skeleton">${Array.from({ length: 6 }, () => html`<div></div>`)}</div>`

const FRAME = html`<div class="app">
  <header class="top">
    <a class="brand" href="/">${EMBLEM}<span>Scorebook</span></a>
  </header>
  <main id="main">${RULED}</main>
</div>`

/** The page for recording a match has another top line on phones than other pages. */
const RECORDING = html`<div class="app" data-page="record">
  <header class="top">
    <a class="brand" href="/">${EMBLEM}<span>Scorebook</span></a>
  </header>
  <main id="main" class="record choosing">
    <div class="record-head">
      <h1></h1>
      ${EMBLEM}
    </div>
    ${RULED}
  </main>
</div>`

const isRecording = (path: string) => path === '/record' || path.startsWith('/record/')
