/** Plans the requests for a draft: which one is next, and what its answer means. */
import type { Answer, Plan, Wanted } from '../api/outbox.ts'
import type { Clash, Fields } from '../parts/changes/merge.ts'
import { type MatchBody, type ReadMatch, bodyOf, changeBetween, creation, sheetOf } from './body.ts'
import { mergeSheets } from './merge-sheets.ts'
import { type GameFacts, type Sheet, factsOf } from './sheet.ts'

export interface Draft {
  sheet: Sheet
  finishing?: boolean
  discarded?: boolean
  /** The match as the service has it. */
  match?: SentMatch
  /** True if somebody else has changed the match, so that it must be read again. */
  stale?: boolean
  /** The match as it was read. It has another game now, which must be read too. */
  read?: { match: ReadMatch & { status: string }; etag: string }
  /** Two people have changed the same field, and the person must choose. */
  clash?: { now: Sheet; etag: string; clashes: Clash[] }
  /**
   * ELSEWHERE: the match was finished on another device, without the last changes of this one. GONE: it was deleted on another
   * device.
   */
  /** New stand-ins of users, who will be asked whether they are them. */
  asks?: readonly Ask[]
  end?: 'FINISHED' | 'ELSEWHERE' | 'GONE'
  selfId?: string
}

interface Ask {
  ghostPlayerId: string
  userId: string
}

interface SentMatch {
  id: string
  etag: string
  /** The fields of the draft that this app writes. */
  sheet: Sheet
}

export const plan: Plan<Draft> = {
  next(draft) {
    if (draft.end !== undefined || draft.clash) return undefined
    const { match, sheet } = draft
    if (draft.discarded) return match && { operation: 'deleteMatch', ...aboutMatch(match), ifMatch: '*' }
    if (draft.read) return { operation: 'getGame', params: { gameId: draft.read.match.game.id } }
    if (match && draft.stale) return { operation: 'getMatch', ...aboutMatch(match) }
    const newcomer = sheet.game && sheet.seats.find(({ ghostPlayerId }) => ghostPlayerId === undefined)
    if (newcomer) return standIn(newcomer.key, newcomer.name)
    const body = bodyOf(sheet)
    if (!body) return undefined
    if (!match) return { operation: 'createMatch', body: creation(body), about: sheet }
    const change = changeBetween(bodyOf(match.sheet) ?? NOTHING, body)
    if (change)
      return {
        operation: 'updateMatch',
        ...aboutMatch(match),
        body: change,
        ifMatch: match.etag,
        about: sheet,
      }
    if (!draft.finishing) return undefined
    return question(draft) ?? { operation: 'finalizeMatch', ...aboutMatch(match), ifMatch: match.etag }
  },

  answered(draft, step, answer) {
    switch (step.operation) {
      case 'createGhostPlayer':
        return withStandIn(draft, step.about as string, (answer.body as { id: string }).id)
      case 'createMatch':
      case 'updateMatch':
        return withMatch(draft, answer, step.about as Sheet)
      case 'inviteUserToGhostPlayer':
        return withoutAsk(draft, step)
      case 'finalizeMatch':
        return { ...draft, end: 'FINISHED' }
      case 'getMatch':
        return withRead(draft, answer.body as ReadMatch & { status: string }, answer.etag ?? '')
      case 'getGame':
        return draft.read ? withNow(draft, draft.read, factsOf(answer.body as GameFacts)) : draft
      default:
        return { ...draft, end: 'GONE' }
    }
  },

  refused(draft, step, { status }) {
    const { match } = draft
    // Somebody who cannot be asked now can still be invited by a code.
    if (step.operation === 'inviteUserToGhostPlayer') return withoutAsk(draft, step)
    if (step.operation === 'deleteMatch') {
      // Either the match was deleted before, or it was finished elsewhere and stays.
      return status === 404 || status === 409 ? { ...draft, end: 'GONE' } : undefined
    }
    if (!match || step.params?.['matchId'] !== match.id) return undefined
    if (status === 412) return { ...draft, stale: true }
    if (status === 404) return { ...draft, end: 'GONE' }
    // This conflict may mean that the match is final already. The match is read to find out.
    if (status === 409 && draft.stale === undefined) return { ...draft, stale: true }
    return undefined
  },

  renewed: (draft, newKey) => withNewKeys(draft, newKey),

  isDone: ({ end, discarded, match }) =>
    end === 'FINISHED' || (discarded === true && (end !== undefined || match === undefined)),
}

const NOTHING: MatchBody = {
  gameId: '',
  playedAt: '',
  participants: [],
  expansions: [],
  playsetId: null,
  communityId: null,
}

const aboutMatch = ({ id }: SentMatch) => ({ params: { matchId: id } })

const standIn = (key: string, name: string): Wanted => ({
  operation: 'createGhostPlayer',
  body: { displayName: name },
  about: key,
  // The key belongs to a person. So somebody new who plays in two offline matches becomes only one stand-in.
  key,
})

function withStandIn(draft: Draft, key: string, ghostPlayerId: string): Draft {
  const { sheet, asks = [] } = draft
  const userId = sheet.seats.find((seat) => seat.key === key)?.userId
  const seats = sheet.seats.map((seat) => (seat.key === key ? { ...seat, ghostPlayerId } : seat))
  const more = userId === undefined ? [] : [{ ghostPlayerId, userId }]
  return { ...draft, asks: [...asks, ...more], sheet: { ...sheet, seats } }
}

/** Asks the next user who is still seated. */
function question({ asks, sheet }: Draft): Wanted | undefined {
  const ask = asks?.find((one) =>
    sheet.seats.some(({ ghostPlayerId }) => ghostPlayerId === one.ghostPlayerId),
  )
  return (
    ask && {
      operation: 'inviteUserToGhostPlayer',
      params: { ghostPlayerId: ask.ghostPlayerId },
      body: { userId: ask.userId },
    }
  )
}

const withoutAsk = (draft: Draft, { params }: Wanted): Draft => ({
  ...draft,
  asks: (draft.asks ?? []).filter(({ ghostPlayerId }) => ghostPlayerId !== params?.['ghostPlayerId']),
})

function withMatch(draft: Draft, { body, etag = '' }: Answer, sheet: Sheet): Draft {
  const { stale: _stale, ...rest } = draft
  return { ...rest, match: { id: (body as { id: string }).id, etag, sheet } }
}

/** The draft after its match was read again, because the service had refused our change. */
function withRead(draft: Draft, match: ReadMatch & { status: string }, etag: string): Draft {
  const read = { match, etag }
  const game = [draft.sheet.game, draft.match?.sheet.game].find((known) => known?.id === match.game.id)
  return game ? withNow(draft, read, game) : { ...draft, read }
}

function withNow(draft: Draft, { match, etag }: NonNullable<Draft['read']>, game: GameFacts): Draft {
  const { read: _read, clash: _clash, ...rest } = draft
  const now = sheetOf(match, game, draft.selfId)
  const { match: sent, sheet } = draft
  if (!sent) return rest
  const merged = mergeSheets(sent.sheet, sheet, now)
  if (match.status === 'FINALIZED') {
    const kept = isSame(merged.sheet, now) && merged.clashes.length === 0
    return { ...rest, end: kept ? 'FINISHED' : 'ELSEWHERE' }
  }
  if (merged.clashes.length > 0)
    return { ...rest, stale: false, clash: { now, etag, clashes: merged.clashes } }
  return { ...rest, stale: false, sheet: merged.sheet, match: { id: sent.id, etag, sheet: now } }
}

function isSame(one: Sheet, other: Sheet): boolean {
  const [a, b] = [bodyOf(one), bodyOf(other)]
  return a !== undefined && b !== undefined && changeBetween(a, b) === undefined
}

export function withChoice(draft: Draft, values: Fields): Draft {
  const { clash, match, ...rest } = draft
  if (!clash || !match) return draft
  const sheet = mergeSheets(match.sheet, draft.sheet, clash.now).chosen(values)
  return { ...rest, sheet, match: { id: match.id, etag: clash.etag, sheet: clash.now } }
}

/** A draft that makes a new match, because its old match was deleted. */
export function again({ sheet, selfId }: Draft): Draft {
  return { sheet, ...(selfId !== undefined && { selfId }) }
}

/** New people get new keys: the old keys expired before their stand-ins were made. */
const withNewKeys = (draft: Draft, newKey: () => string): Draft => ({
  ...draft,
  sheet: {
    ...draft.sheet,
    seats: draft.sheet.seats.map((seat) => (seat.ghostPlayerId ? seat : { ...seat, key: newKey() })),
  },
})

/** True if a person must decide something other than faults that the service has found. */
export const needsSomebody = ({ clash, end }: Draft): boolean =>
  clash !== undefined || end === 'ELSEWHERE' || end === 'GONE'
