/** The frames of a stream, in the format of Server-Sent Events (HTML standard). Each frame ends with an empty line. */
import type { EventIds } from './ids.ts'
import type { Logged, Place } from './log.ts'
import { SUBJECTS, subjectOf } from './subjects.ts'

interface SentEvent {
  id: string
  kind: string
  path: string
  version?: number
}

/** An event as the client gets it. It says which resource has changed, and nothing about how the resource is now. */
export function eventOf(event: Logged, ids: EventIds): SentEvent {
  const subject = subjectOf(event.kind)
  if (subject === undefined) throw new Error(`${event.kind} has no subject.`)
  const { kind, version } = event
  const path = SUBJECTS[subject].path(event.id, event.parentId ?? '')
  return { id: ids.of(event), kind, path, ...(version === null ? {} : { version }) }
}

export function frameOf(event: Logged, ids: EventIds): string {
  const told = eventOf(event, ids)
  return `id: ${told.id}\ndata: ${JSON.stringify(told)}\n\n`
}

/** A frame that tells the client: events before this place may be missing, and the stream continues from here. */
export function resetFrame(place: Place, ids: EventIds): string {
  const id = ids.unlike(place)
  return `id: ${id}\ndata: ${JSON.stringify({ id, kind: 'reset' })}\n\n`
}

/** A frame without data. The client gets no event from it, but will resume from this place. */
export const whereabouts = (place: Place, ids: EventIds): string => `:\nid: ${ids.unlike(place)}\n\n`
