/** What all pages of an account need: the request, and the person who is signed in. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { whereFrom } from '../../http/where-from.ts'
import { person } from '../../identity/audit/actor.ts'
import type { SignedIn } from '../../identity/sessions/signed-in.ts'
import type { Site } from '../site.ts'

export interface PageContext {
  site: Site
  request: FastifyRequest
  reply: FastifyReply
  me: SignedIn
}

export const endingBy = ({ request, me: { accountId, sessionId: keep } }: PageContext) => ({
  accountId,
  keep,
  source: { by: person(accountId), ...whereFrom(request) },
})

type Show = (context: PageContext) => Promise<FastifyReply>

export type AddPage = (
  method: 'GET' | 'POST',
  url: string,
  show: Show,
  /** If `recent` is true, the person must have signed in within the last 15 minutes. */
  options?: { recent: boolean },
) => void
