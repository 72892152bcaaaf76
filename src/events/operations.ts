/** The operation that follows events. */
import { stream } from '../http/operation/define.ts'
import { Event } from './schema.ts'

export const followEvents = stream({
  id: 'followEvents',
  route: 'GET /events',
  summary: 'What changes from now on, as a stream',
  description:
    'A stream of Server-Sent Events: a frame for each change of a resource that the caller may see when the event is sent, and has a part in. Of resources that are open to everybody, only games, expansions and the catalogue’s candidates have events for everybody. The stream goes on until the client closes it, or the token ends. After 15 seconds without an event it has a frame without data. A client that comes back within 24 hours sends the last id as `Last-Event-ID` and misses nothing; later it gets one event of the kind `reset`.',
  scope: 'svc-engine:event-read',
  item: Event,
})
