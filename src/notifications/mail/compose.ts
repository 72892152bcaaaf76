/** Writes mails about the inbox as plain text and HTML. They name no people and no matches, only kinds and numbers. */
import { type Html, html } from '../../pages/html.ts'
import type { Locale, NotificationKind } from '../schema.ts'
import { WORDS, counted, listed } from './texts.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  headers: Record<string, string>
}

export interface Envelope {
  to: string
  locale: Locale
  /** The part of the Message-ID before the `@`. */
  id: string
  baseUrl: string
}

export function inboxMail(
  envelope: Envelope,
  counts: ReadonlyMap<NotificationKind, number>,
  token: string,
): Mail {
  const { locale, baseUrl } = envelope
  const words = WORDS[locale]
  const things = counted(locale, counts)
  const inbox = `${baseUrl}/inbox`
  const stop = `${baseUrl}/unsubscribe/${token}`
  return {
    ...framed(envelope, words.waits(listed(locale, things)), {
      text: [
        words.lead,
        things.map((thing) => `- ${thing}`).join('\n'),
        `${words.open}: ${inbox}`,
        words.why,
        `${words.stop}: ${stop}`,
      ],
      html: html`<p>${words.lead}</p>
        <ul>
          ${things.map((thing) => html`<li>${thing}</li>`)}
        </ul>
        <p><a href="${inbox}">${words.open}</a></p>
        <p>
          <small>${words.why} <a href="${stop}">${words.stop}</a></small>
        </p>`,
    }),
    headers: {
      ...AUTOMATIC,
      'List-Unsubscribe': `<${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

export function verificationMail(envelope: Envelope, secret: string): Mail {
  const words = WORDS[envelope.locale]
  const link = `${envelope.baseUrl}/settings/notifications#${secret}`
  return {
    ...framed(envelope, words.verifySubject, {
      text: [words.verify, link, words.verifyWhy],
      html: html`<p>${words.verify}</p>
        <p><a href="${link}">${words.verifyOpen}</a></p>
        <p><small>${words.verifyWhy}</small></p>`,
    }),
    headers: AUTOMATIC,
  }
}

/** This header keeps programs from answering the mail (RFC 3834). */
export const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' }

export const framed = (
  { to, locale, id, baseUrl }: Envelope,
  subject: string,
  body: { text: string[]; html: Html },
): Omit<Mail, 'headers'> => ({
  to,
  subject: `Scorebook: ${subject}`,
  messageId: `<${id}@${new URL(baseUrl).hostname}>`,
  text: `${body.text.join('\n\n')}\n`,
  html: html`<!doctype html>
    <html lang="${locale}">
      <body>
        ${body.html}
      </body>
    </html>`.text,
})
