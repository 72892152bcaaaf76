/** The operation that follows events. */
import { stream } from '../http/operation/define.ts'
import { Event } from './schema.ts'

export const followEvents = stream({
  id: 'followEvents',
  route: 'GET /events',
  summary: 'A stream of all changes from now on',
  description:
    'The answer is a stream of Server-Sent Events. It has a frame for each change of a resource in which the caller takes part and which the caller may see when the event is sent. Everybody gets the events of games, expansions and candidates; other resources that everybody may see have no events for everybody. The stream stays open until the client closes it, or the token ends. After 15 seconds without an event it sends a frame without data. A client that comes back within 24 hours sends the last id as `Last-Event-ID` and misses nothing. If it comes back later, it gets one event of the kind `reset`.',
  scope: 'svc-engine:event-read',
  item: Event,
})
