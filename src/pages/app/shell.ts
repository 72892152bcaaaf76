/** The shell of the app: the same HTML for everybody, for each path of it, and the files that it asks for. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Asset } from '../assets.ts'
import { compressedOnce } from '../../http/server/content-coding.ts'
import { ROUTINE } from '../../http/server/endings.ts'
import { contentTag } from '../../http/lifecycle/etag.ts'
import { notFound } from '../../http/problem.ts'
import { isFromElsewhere } from '../fetch-site.ts'
import { html } from '../html.ts'
import { EMBLEM, PAGE_HEADERS, seeOther } from '../page.ts'
import type { Bundle, BundledRoute } from './bundle.ts'

export interface AppSource {
  /** The app as it is now. */
  current: () => Bundle | Promise<Bundle>
  /** The paths it had at the start. */
  paths: readonly string[]
  /** A file below `/assets`. */
  file: (path: string) => Asset | undefined
}

/** An app that stays as it is. */
export const fixed = (bundle: Bundle): AppSource => ({
  current: () => bundle,
  paths: bundle.routes.map(({ path }) => path),
  file: (path) => bundle.files.get(path),
})

export interface ShellOptions {
  source: AppSource
  /** Whether somebody is signed in, by the cookie that came with the request. */
  isSignedIn: (request: FastifyRequest) => Promise<boolean>
}

export function shellRoutes(app: FastifyInstance, { source, isSignedIn }: ShellOptions): void {
  for (const path of source.paths) {
    app.get(path, { onSend: compressedOnce }, async (request, reply) => {
      // A link of another site comes without the cookie; the app itself asks then who is signed in.
      if (path === '/' && !isFromElsewhere(request) && !(await isSignedIn(request)))
        return seeOther(reply, '/sign-in')
      const bundle = await source.current()
      const route = bundle.routes.find((one) => one.path === path)
      if (!route) throw notFound(`There is nothing at ${path}.`)
      return sendShell(reply, bundle, route)
    })
  }
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

/** `no-cache`: kept, and asked for each time, as it names the files of the newest version. */
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

/**
 * The session is asked for beside the scripts, as no page shows anything before it is known, and before them, as a browser asks for
 * six things of a service at once. Fonts come last: text is shown in another one until they are there. What stands in the body is
 * painted as soon as the style is there, and stays where it is when the app takes its place.
 */
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

/** On a phone its page has a line of its own in place of the frame's. */
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
