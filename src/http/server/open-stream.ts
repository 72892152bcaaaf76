/** Opens a stream. The request goes through all stations up to the check, and then gets an answer that stays open. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { after } from '../eventual.ts'
import { check } from '../lifecycle/check.ts'
import { type Services, permit } from '../lifecycle/lifecycle.ts'
import type { Request } from '../lifecycle/request.ts'
import { isLoopback } from '../outgoing.ts'
import type { Operation } from '../operation/operation.ts'
import { networksOf, whereFrom } from '../where-from.ts'
import { type RequestState, goneSignal } from './exchange.ts'
import { staysOpen } from './connections.ts'

export async function openStream(
  operation: Operation,
  sent: Request,
  state: RequestState,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { authentication, streams, cursorSecret }: Services,
): Promise<void> {
  const { admission } = state
  if (!admission.caller) throw admission.refusal
  const { caller, turn, times } = admission
  times.begin('check')
  await check(operation, sent, caller, cursorSecret)
  const address = homeOf(request)
  streams.mustHaveRoom(caller, address)
  const { headers, method } = request
  const again = () =>
    after(authentication.caller(headers), (found) => {
      permit(operation, found)
      return found
    })
  times.begin('send')
  reply.hijack()
  turn.end()
  const last = headers['last-event-id']
  const stream = streams.begin(reply.raw, reply.getHeaders(), {
    caller,
    address,
    again,
    after: Array.isArray(last) ? last[0] : last,
    withoutBody: method === 'HEAD',
  })
  if (!stream) return
  state.stream = stream
  staysOpen(reply.raw)
  const gone = goneSignal(request, reply)
  const leave = () => stream.finish('left')
  if (gone.aborted) leave()
  else gone.addEventListener('abort', leave)
}

/**
 * The address by which streams are limited. For IPv6 it is the network of a home. Undefined for this machine itself, because
 * requests from here can come through a proxy that we do not know.
 */
function homeOf(request: FastifyRequest): string | undefined {
  const { address } = whereFrom(request)
  return isLoopback(address) ? undefined : (networksOf(address).home ?? address)
}
