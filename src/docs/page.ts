/** Small pages for people. They load nothing, and their Content-Security-Policy allows no loading. */
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif }
body { max-width: 42rem; margin: 3rem auto; padding: 0 1rem }
code { font-family: ui-monospace, monospace; font-size: .95em }
dt { margin-top: 1rem } dd { margin: 0 0 0 1.5rem }`

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** `body` is HTML. Its parts must have been escaped already. */
export function sendPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  return reply
    .headers({ 'content-security-policy': POLICY, 'content-type': 'text/html; charset=utf-8' })
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${escaped(title)} · Scorebook</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`,
    )
}

export const prose = (text: string) => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
