/** The items that should be in somebody's inbox, by the model. */
import { FIELDS } from '../../src/fields.ts'
import {
  type Name,
  type Status,
  type World,
  claimantOf,
  get,
  isAdmin,
  isMember,
  isOpen,
  nameOf,
  playerOf,
  seesDetails,
  seesGhost,
  seesMatch,
  trustAnswer,
} from './model.ts'
import { playedBy } from './invitations.ts'
import { type Item, type Json, shownTo } from './shown.ts'
import type { Row, Whole } from './views.ts'

/** Makes complete items of other lists. */
type Rows = Record<
  'claimRow' | 'editRow' | 'matchRow' | 'requestRow' | 'trustRow',
  (world: World, name: Name) => Whole
> & { resultRow: (world: World, match: Name, ghosts: readonly Name[]) => Whole }

/** The fields of every item. */
interface Waiting {
  name: Name
  kind: string
  direction: 'IN' | 'OUT' | 'ANSWERED'
  path: string
}

export function inboxOf(world: World, viewer: Name, rows: Rows): Row[] {
  const edits = [...world.edits].flatMap(([name, { match, by, status, decidedBy, deleted }]) => {
    const { recorder } = get(world.matches, match)
    const direction = directionOf(status, by === viewer && decidedBy !== by, recorder === viewer)
    if (!direction || deleted || ![by, recorder].includes(viewer)) return []
    const path = `/matches/${match}/edits/${name}`
    const waiting: Waiting = { name, kind: 'MATCH_EDIT', direction, path }
    const sees = seesDetails(world, viewer, get(world.matches, match))
    const edit = sees ? { matchEdit: shownIn(world, viewer, 'MatchEdit', rows.editRow(world, name)) } : {}
    return [row(world, viewer, waiting, { ...ofMatch(world, viewer, match, rows), ...edit })]
  })
  const disputes = [...world.matches].flatMap(([match, { recorder, seats }]) =>
    [...seats].flatMap(([ghost, disputer]) => {
      if (disputer === undefined || ![disputer, recorder].includes(viewer)) return []
      const name = `${match}/${ghost}`
      const path = `/matches/${match}/participants/${name}/dispute`
      const dispute = {
        matchParticipantId: name,
        reason: 'I had more.',
        disputedBy: { id: disputer, displayName: nameOf(world, disputer) },
      }
      const rights = { ...FIELDS.InboxItem.rights.dispute, ghostPlayer: 'own' as const }
      const shown = shownTo(world, viewer, rights, match, { ...dispute, ghostPlayer: { id: ghost } })
      delete shown['ghostPlayer']
      const direction = recorder === viewer ? 'IN' : 'OUT'
      const waiting: Waiting = { name, kind: 'DISPUTE', direction, path }
      return [row(world, viewer, waiting, { ...ofMatch(world, viewer, match, rows), dispute: shown })]
    }),
  )
  return [
    ...edits,
    ...disputes,
    ...settled(world, viewer, rows),
    ...trusted(world, viewer, rows),
    ...claims(world, viewer, rows),
    ...requests(world, viewer, rows),
    ...invitations(world, viewer, rows),
  ]
}

/** What became of the viewer's disputes. */
const settled = (world: World, viewer: Name, rows: Rows): Row[] =>
  [...world.disputeAnswers].flatMap(([name, { disputer, edit, match, ghost }]) => {
    if (disputer !== viewer) return []
    const path = `/matches/${match}/edits/${edit}`
    const waiting: Waiting = { name, kind: 'DISPUTE', direction: 'ANSWERED', path }
    const sees = seesDetails(world, viewer, get(world.matches, match))
    return [
      row(world, viewer, waiting, {
        ...ofMatch(world, viewer, match, rows),
        ...(sees ? { matchEdit: shownIn(world, viewer, 'MatchEdit', rows.editRow(world, edit)) } : {}),
        dispute: {
          matchParticipantId: `${match}/${ghost}`,
          reason: 'I had more.',
          disputedBy: { id: viewer, displayName: nameOf(world, viewer) },
        },
      }),
    ]
  })

/** Who made the viewer a trusted editor, or ended that. */
const trusted = (world: World, viewer: Name, rows: Rows): Row[] =>
  [...world.trusts].flatMap(([name, { editor, revoked, answers }]) => {
    if (editor !== viewer || !answers) return []
    const path = `/trusted-editors/${name}`
    const waiting: Waiting = { name, kind: 'TRUSTED_EDITOR', direction: 'ANSWERED', path }
    const trustedEditor = shownIn(world, viewer, 'TrustedEditor', rows.trustRow(world, name))
    return [row(world, viewer, waiting, { trustedEditor }, trustAnswer(name, revoked))]
  })

const claims = (world: World, viewer: Name, rows: Rows): Row[] =>
  [...world.claims].flatMap(([name, { player, ghost, status, isInvited }]) => {
    const { owner } = get(world.ghosts, ghost)
    // Whoever asks to be a ghost player of their own is it at once, and nobody else decides.
    const isAnswer = player === viewer && isInvited !== true && owner !== viewer
    const direction = directionOf(status, isAnswer, owner === viewer)
    if (!direction || ![player, owner].includes(viewer)) return []
    const played = [...world.matches.values()].filter(
      (match) => match.final && match.seats.has(ghost) && seesMatch(world, viewer, match),
    )
    const waiting: Waiting = {
      name,
      kind: 'CLAIM_REQUEST',
      direction,
      path: `/claim-requests/${name}`,
    }
    return [
      row(world, viewer, waiting, {
        claimRequest: shownIn(world, viewer, 'ClaimRequest', rows.claimRow(world, name)),
        ...(seesGhost(world, viewer, ghost)
          ? { owner: { id: owner, displayName: nameOf(world, owner) } }
          : {}),
        matches: { number: played.length },
      }),
    ]
  })

const requests = (world: World, viewer: Name, rows: Rows): Row[] =>
  [...world.requests].flatMap(([name, { community, user, status, decidedBy }]) => {
    const isAnswer = user === viewer && decidedBy !== user
    const direction = directionOf(status, isAnswer, isAdmin(world, viewer, community))
    if (!direction || (user !== viewer && direction !== 'IN')) return []
    const path = `/communities/${community}/membership-requests/${name}`
    const waiting: Waiting = { name, kind: 'MEMBERSHIP_REQUEST', direction, path }
    return [
      row(world, viewer, waiting, {
        membershipRequest: shownIn(world, viewer, 'MembershipRequest', rows.requestRow(world, name)),
        ...(direction === 'IN' ? together(world, viewer, community, user) : {}),
      }),
    ]
  })

/** The accepted and declined invitations of the viewer, until the viewer acknowledges them. */
const invitations = (world: World, viewer: Name, rows: Rows): Row[] =>
  [...world.invitations].flatMap(
    ([name, { kind, inviter, recipient, ghost, community, unread, declined }]) => {
      if (isQuestion(world, viewer, name)) return [question(world, viewer, name, rows)]
      if (inviter !== viewer || (unread.length === 0 && declined !== 'unread')) return []
      const invitation = {
        kind,
        ghostPlayer:
          ghost === undefined ? undefined : { id: ghost, displayName: get(world.ghosts, ghost).called },
        community: community === undefined ? undefined : { id: community, displayName: community },
        recipient:
          recipient === undefined ? undefined : { id: recipient, displayName: nameOf(world, recipient) },
        declined: declined !== 'no',
        accepted: unread.length,
        acceptedBy: unread.toReversed().map((person): Json => {
          const id = ghost === undefined ? person : playerOf(person)
          return { id, displayName: nameOf(world, person) }
        }),
      }
      const shown = shownTo(world, viewer, FIELDS.InboxItem.rights.invitation, name, invitation)
      const waiting: Waiting = {
        name,
        kind: 'INVITATION',
        direction: 'IN',
        path: `/invitations/${name}/acknowledge`,
      }
      return [row(world, viewer, waiting, { invitation: shown })]
    },
  )

function isQuestion(world: World, viewer: Name, name: Name): boolean {
  const invitation = get(world.invitations, name)
  const { inviter, recipient } = invitation
  return recipient !== undefined && [inviter, recipient].includes(viewer) && isOpen(world, invitation)
}

/** Somebody is asked whether they are a ghost player, and has not answered. */
function question(world: World, viewer: Name, name: Name, rows: Rows): Row {
  const { inviter, recipient = '', ghost = '' } = get(world.invitations, name)
  const isAsked = recipient === viewer
  const { ghostPlayer, matches, newest } = playedBy(world, ghost, rows.resultRow)
  const person = isAsked ? inviter : recipient
  const invitation = {
    kind: 'GHOST_PLAYER',
    ghostPlayer,
    [isAsked ? 'inviter' : 'recipient']: { id: person, displayName: nameOf(world, person) },
    declined: false,
    accepted: 0,
    acceptedBy: [],
    ...(isAsked ? { newest } : {}),
  }
  const shown = shownTo(world, viewer, FIELDS.InboxItem.rights.invitation, name, invitation)
  const path = `/invitations/${name}`
  const direction = isAsked ? 'IN' : 'OUT'
  const waiting: Waiting = { name, kind: 'INVITATION', direction, path: isAsked ? `${path}/answer` : path }
  return row(world, viewer, waiting, {
    invitation: shown,
    matches: { number: Number(matches) },
  })
}

/** The matches that the viewer recorded with the requester and with other members of the community. */
function together(world: World, viewer: Name, community: Name, user: Name): Item {
  const isFellow = (ghost: Name) => {
    const person = claimantOf(world, ghost)
    return person !== undefined && person !== viewer && person !== user && isMember(world, person, community)
  }
  const seats = [...world.matches.values()]
    .filter(
      (match) =>
        match.final &&
        match.recorder === viewer &&
        [...match.seats.keys()].some((ghost) => claimantOf(world, ghost) === user),
    )
    .map((match) => [...match.seats.keys()].filter(isFellow))
    .filter((fellows) => fellows.length > 0)
  const counts = Map.groupBy(seats.flat(), (ghost) => ghost)
  const called = (ghost: Name) => get(world.ghosts, ghost).called
  const fellows = [...counts]
    .toSorted(([one, ones], [other, others]) =>
      ones.length === others.length
        ? called(one).toLowerCase() < called(other).toLowerCase()
          ? -1
          : 1
        : others.length - ones.length,
    )
    .slice(0, 3)
    .map(([ghost, { length }]) => ({
      ghostPlayer: { id: ghost, displayName: called(ghost) },
      matches: length,
    }))
  return { matches: { number: seats.length }, fellows }
}

function ofMatch(world: World, viewer: Name, name: Name, rows: Rows): Item {
  const match = get(world.matches, name)
  const { game, seats } = match
  const known = { id: game, displayName: game, scoreType: 'SCORE', winCondition: 'HIGHER_WINS' }
  if (!seesMatch(world, viewer, match)) return { game: known }
  return {
    game: known,
    match: shownIn(world, viewer, 'Match', rows.matchRow(world, name)),
    matchEtag: 'set',
    ownParticipantIds: [...seats.keys()]
      .filter((ghost) => claimantOf(world, ghost) === viewer)
      .map((ghost): Json => `${name}/${ghost}`),
  }
}

const shownIn = (
  world: World,
  viewer: Name,
  what: 'Match' | 'MatchEdit' | 'ClaimRequest' | 'MembershipRequest' | 'TrustedEditor',
  { name, item }: Whole,
): Item => shownTo(world, viewer, FIELDS[what].rights, name, item)

/** `answer` is the name of the answer, if it is not the name of the item. */
function row(
  world: World,
  viewer: Name,
  { name, kind, direction, path }: Waiting,
  item: Item,
  answer = name,
): Row {
  const isSeen = direction === 'ANSWERED' ? (world.seen.get(viewer)?.has(answer) ?? false) : undefined
  return {
    name,
    item: { id: name, kind, direction, seen: isSeen, path, etag: 'set', ...item },
    facts: { kind, direction, since: 'set', ...(isSeen === undefined ? {} : { seen: String(isSeen) }) },
  }
}

/** Undefined if the row is not in the inbox. `isAnswer` is true if somebody else decided what the viewer asked. */
function directionOf(status: Status, isAnswer: boolean, isIn: boolean): Waiting['direction'] | undefined {
  if (status === 'PENDING') return isIn ? 'IN' : 'OUT'
  return isAnswer && status !== 'CANCELLED' ? 'ANSWERED' : undefined
}
