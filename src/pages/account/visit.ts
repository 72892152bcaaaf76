/** What a page of one's account gets: the request, and who is signed in. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { whereFrom } from '../../http/where-from.ts'
import { person } from '../../identity/audit/actor.ts'
import type { SignedIn } from '../../identity/sessions/signed-in.ts'
import type { Site } from '../site.ts'

export interface Visit {
  site: Site
  request: FastifyRequest
  reply: FastifyReply
  me: SignedIn
}

/** For what ends every other access to the account. */
export const endingBy = ({ request, me: { accountId, sessionId: keep } }: Visit) => ({
  accountId,
  keep,
  told: { by: person(accountId), ...whereFrom(request) },
})

export type Show = (visit: Visit) => Promise<FastifyReply>

/** Adds a page of one's account. */
export type AddPage = (
  method: 'GET' | 'POST',
  url: string,
  show: Show,
  /** `recent` asks for a sign-in of the last minutes. */
  options?: { recent: boolean },
) => void
