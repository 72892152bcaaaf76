/** A page: its frame, its headers, and the parts that several pages share. */
import type { FastifyReply } from 'fastify'
import { type Script, assets } from './assets.ts'
import { type Html, type Part, html } from './html.ts'

export interface Page {
  title: string
  /** The language of the title and the body. Without it, English. */
  lang?: string
  lead?: Part
  body: Html
  /** A picture below the lead. It is shown if there is room for it. */
  ornament?: Html
  status?: number
  scripts?: readonly Script[]
  /** The person in the bar at the top. */
  who?: { name: string }
  goesOnTo?: string
  /** Other origins to which forms of this page may lead. */
  formsMayLeadTo?: readonly string[]
}

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const { status, headers, text } = renderedPage(page)
  return reply.code(status).headers(headers).send(text)
}

/** A page for code that does not answer through Fastify. */
export const renderedPage = (page: Page) => ({
  status: page.status ?? 200,
  headers: pageHeaders(page.formsMayLeadTo),
  text: written(page),
})

/**
 * Redirects after a form. It leaves out our opener policy: a window that was opened for signing in again must be able to close
 * itself.
 */
export const seeOther = (reply: FastifyReply, path: string) =>
  reply
    .code(303)
    .headers({ ...PAGE_HEADERS, location: path })
    .send()

/** The headers of every page, including the app. With the referrer policy `no-referrer`, our forms would send `Origin: null`. */
export const PAGE_HEADERS = {
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

const pageHeaders = (formsMayLeadTo: readonly string[] = []) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action ${["'self'", ...formsMayLeadTo].join(' ')}; frame-ancestors 'none'`,
  ...PAGE_HEADERS,
})

function written({ title, lang = 'en', lead, body, ornament, scripts = [], who, goesOnTo }: Page): string {
  const { style, fonts, script } = assets()
  return html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} · Scorebook</title>
        <meta name="color-scheme" content="light dark" />
        ${goesOnTo !== undefined && html`<meta http-equiv="refresh" content="0; url=${goesOnTo}" />`}
        ${fonts.map((font) => html`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin />`)}
        <link rel="stylesheet" href="${style}" />
        <link rel="icon" href="/favicon.ico" type="image/svg+xml" />
        ${scripts.map((name) => html`<script type="module" src="${script[name]}"></script>`)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the page</a>
        <header class="bar">
          <a class="brand" href="/">${EMBLEM}<span>Scorebook</span></a>
          ${
            who &&
            html`<nav aria-label="You">
              <a href="/account">${who.name}</a>
              <form method="post" action="/sign-out"><button class="quiet">Sign out</button></form>
            </nav>`
          }
        </header>
        <main id="main" tabindex="-1">
          <div class="head">
            <h1>${title}</h1>
            ${lead !== undefined && html`<p class="lead">${lead}</p>`}${ornament}
          </div>
          ${body}
        </main>
      </body>
    </html> `.text
}

export const EMBLEM = html`<svg class="emblem" viewBox="0 0 24 24" aria-hidden="true">
  <path d="M3 3.5h18v17H3zM3 9h18M3 14.5h18M8 3.5v17" fill="none" stroke="currentColor" stroke-width="2" />
  <ellipse
    class="pencil"
    cx="14.4"
    cy="11.8"
    rx="5.2"
    ry="4.1"
    fill="none"
    stroke-width="2.2"
    transform="rotate(-8 14.4 11.8)"
  />
</svg>`

/** What is wrong with a form. One of the faults may belong to no field. */
export interface Faults {
  fields: Record<string, string>
  other?: string
}

/** The list of faults. It gets the focus, so that a screen reader reads it first. */
export function summaryOf(faults: Faults | undefined): Part {
  if (!faults) return undefined
  const fields = Object.entries(faults.fields)
  return html`<div class="problem" role="alert" tabindex="-1" autofocus id="problem">
    <p>
      <strong
        >${faults.other ?? (fields.length === 1 ? 'One thing is not right yet.' : 'Some things are not right yet.')}</strong
      >
    </p>
    ${
      fields.length > 0 &&
      html`<ul>
        ${fields.map(([name, message]) => html`<li><a href="#${name}">${message}</a></li>`)}
      </ul>`
    }
  </div>`
}

export interface Field {
  name: string
  label: string
  type?: 'text' | 'password' | 'email' | 'number'
  value?: string
  hint?: Part
  autocomplete: string
  required?: boolean
  autofocus?: boolean
  maxlength?: number
  inputmode?: 'numeric' | 'email' | 'text'
  /** If true, browsers do not capitalise or correct the text. */
  verbatim?: boolean
}

/** A label with its input. If the input has a fault, it is shown there. */
export function field(field: Field, faults?: Faults): Html {
  const { name, label, type = 'text', value, hint, autocomplete, required = true } = field
  const fault = faults?.fields[name]
  const described = [hint !== undefined && `${name}-hint`, fault !== undefined && `${name}-fault`]
  const description = described.filter((id) => id !== false).join(' ')
  return html`<div class="field${fault !== undefined && ' wrong'}">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      ${value !== undefined && html` value="${value}"`}${required && html` required`}${field.autofocus && !faults && html` autofocus`}${field.maxlength !== undefined && html` maxlength="${field.maxlength}"`}${field.inputmode && html` inputmode="${field.inputmode}"`}${field.verbatim && html` autocapitalize="none" spellcheck="false"`}${description !== '' && html` aria-describedby="${description}"`}${fault !== undefined && html` aria-invalid="true"`}
    />
    ${fault !== undefined && html`<p class="fault" id="${name}-fault">${fault}</p>`}
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
  </div>`
}

/** The day in UTC, because the service does not know the reader's time zone. */
export const day = (date: Date): Html =>
  html`<time datetime="${date.toISOString()}"
    >${date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })}</time
  >`

export const minute = (date: Date): Html =>
  html`<time datetime="${date.toISOString()}"
    >${date.toLocaleString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })}
    UTC</time
  >`
