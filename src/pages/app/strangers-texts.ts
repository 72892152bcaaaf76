/** The texts of pages that people see before they sign in, in their language. */
import type { FastifyInstance } from 'fastify'
import type { CallInside } from '../../http/lifecycle/inside.ts'
import { Problem, notFound } from '../../http/problem.ts'

/** The areas to which these texts belong. */
const AREAS = /^(invitation|frame)\./

/** In milliseconds. A new text by a translator appears on pages after this time. */
const KEPT = 60_000
const MOST_LOCALES = 100

interface Answer {
  texts: Promise<string | undefined>
  until: number
}

export function strangersTextsRoute(app: FastifyInstance, call: CallInside): void {
  const known = new Map<string, Answer>()
  app.get<{ Params: { locale: string } }>('/web/texts/:locale', async ({ params: { locale } }, reply) => {
    const found = known.get(locale)
    const answer =
      found && found.until > Date.now() ? found : { texts: read(call, locale), until: Date.now() + KEPT }
    if (known.size >= MOST_LOCALES) known.clear()
    known.set(locale, answer)
    answer.texts.catch(() => known.delete(locale))
    const texts = await answer.texts
    if (texts === undefined) throw notFound('There are no texts in this language.')
    return reply.header('cache-control', 'no-cache').type('application/json').send(texts)
  })
}

async function read(call: CallInside, locale: string): Promise<string | undefined> {
  try {
    const params = { applicationId: 'web', locale }
    const { messages } = (await call({ operation: 'getMessages', params })) as {
      messages: Record<string, string>
    }
    const own = Object.entries(messages).filter(([key]) => AREAS.test(key))
    return JSON.stringify({ messages: Object.fromEntries(own) })
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return undefined
    throw error
  }
}
