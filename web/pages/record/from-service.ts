/** Reads a draft that only the service has, such as one from another device. */
import { call } from '../../api/call.ts'
import { Offline, Problem } from '../../api/problem.ts'
import { session } from '../../api/session.ts'
import { sheetOf } from '../../drafts/body.ts'
import { keepRead } from '../../drafts/changes.ts'
import { factsOf } from '../../drafts/sheet.ts'
import { selfIn } from './self-in.ts'

/** Stores the draft on this device, unless it is finished or belongs to somebody else. */
export async function keepFromService(id: string): Promise<'KEPT' | 'FINISHED'> {
  const [{ body: match, etag = '' }, suggestions] = await Promise.all([
    call('getMatch', { params: { matchId: id } }),
    suggested(),
  ])
  const person = session.peek()
  const isOwn = person.state === 'in' && match.recorder.id === person.user.id
  if (match.status !== 'DRAFT' || !isOwn) return 'FINISHED'
  const game =
    suggestions?.games.find((one) => one.id === match.game.id) ??
    (await call('getGame', { params: { gameId: match.game.id } })).body
  const selfId = selfIn(suggestions?.ghostPlayers)
  const sheet = sheetOf(match, factsOf(game), selfId)
  await keepRead({ sheet, match: { id, etag, sheet }, ...(selfId !== undefined && { selfId }) })
  return 'KEPT'
}

/** The suggestions have the reader's own stand-in and recent games. The draft also works without them. */
const suggested = () =>
  call('getSuggestions').then(
    ({ body }) => body,
    (error: unknown) => {
      if (error instanceof Problem || error instanceof Offline) return undefined
      throw error
    },
  )
