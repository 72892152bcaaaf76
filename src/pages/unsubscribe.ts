/** The page that ends all mail, without a sign-in: for people, and by POST for mail programs (RFC 8058). */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { FORM_LIMIT } from './form.ts'
import { html } from './html.ts'
import { sendPage } from './page.ts'

interface Words {
  locale: string
  ask: { title: string; lead: string; button: string }
  done: { title: string; lead: string }
}

/** `src/notifications` implements it. Undefined for a token that is not ours. */
interface Unsubscribing {
  look: (token: string) => Promise<Words | undefined>
  end: (token: string) => Promise<Words | undefined>
}

/**
 * The token alone decides, so the form may come from anywhere: the mail program of a person sends it from a server of its own. A
 * GET ends nothing, because mail programs open links ahead of people.
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
