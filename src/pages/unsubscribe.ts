/** The page that ends all mail. It needs no sign-in. People use the page, and mail programs send a POST (RFC 8058). */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { FORM_LIMIT } from './form.ts'
import { html } from './html.ts'
import { sendPage } from './page.ts'

interface Words {
  locale: string
  ask: { title: string; lead: string; button: string }
  done: { title: string; lead: string }
}

/** Implemented in `src/notifications`. Undefined if the token is not ours. */
interface Unsubscribing {
  look: (token: string) => Promise<Words | undefined>
  end: (token: string) => Promise<Words | undefined>
}

/**
 * Only the token is checked. The form may come from anywhere, because some mail programs send it from a server of their own. A
 * GET ends nothing, because mail programs open links before people do.
 */
export function unsubscribeRoutes(app: FastifyInstance, { look, end }: Unsubscribing): void {
  app.get<{ Params: { token: string } }>('/unsubscribe/:token', async ({ params: { token } }, reply) => {
    const words = await look(token)
    if (!words) return sendStale(reply)
    const { title, lead, button } = words.ask
    return sendPage(reply.header('cache-control', 'no-store'), {
      title,
      lead,
      lang: words.locale,
      body: html`<form class="sheet" method="post" action="/unsubscribe/${token}">
        <div class="actions"><button>${button}</button></div>
      </form>`,
    })
  })

  app.post<{ Params: { token: string } }>(
    '/unsubscribe/:token',
    { bodyLimit: FORM_LIMIT },
    async ({ params: { token } }, reply) => {
      const words = await end(token)
      if (!words) return sendStale(reply)
      return sendPage(reply, { ...words.done, lang: words.locale, body: html`` })
    },
  )
}

const sendStale = (reply: FastifyReply) =>
  sendPage(reply, {
    title: 'This link is not complete',
    lead: 'Open it from the mail once more, or sign in and choose in the settings, under “Notifications”.',
    status: 404,
    body: html``,
  })
