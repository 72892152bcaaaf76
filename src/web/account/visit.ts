/** What a page of one's account gets: the request, and who is signed in. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedIn } from '../../identity/sessions/signed-in.ts'
import type { Site } from '../site.ts'

export interface Visit {
  site: Site
  request: FastifyRequest
  reply: FastifyReply
  me: SignedIn
}

export type Show = (visit: Visit) => Promise<FastifyReply>

/** Adds a page of one's account. */
export type AddPage = (
  method: 'GET' | 'POST',
  url: string,
  show: Show,
  /** `recent` asks for a sign-in of the last minutes. */
  options?: { recent: boolean },
) => void
