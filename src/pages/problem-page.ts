/** Shows a failed request as a page, because people cannot read problem documents. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problemOf } from '../http/lifecycle/problem-answer.ts'
import { html } from './html.ts'
import { type Page, sendPage } from './page.ts'

export function sendProblemPage(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const { status, message, headers } = problemOf(error, request)
  const title = status >= 500 ? 'Not at the moment' : 'Not possible'
  void sendPage(reply.headers(headers), { title, lead: message, status, body: TO_START })
}

export const tooManyPage = (lead: string): Page => ({
  title: 'Not at the moment',
  lead: `${lead} Wait a few minutes.`,
  status: 429,
  body: TO_START,
})

const TO_START = html`<p class="below"><a href="/">Go to the home page</a></p>`
