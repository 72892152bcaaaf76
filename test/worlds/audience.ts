/**
 * Who sees a person, counted by the model: the right answers of `/users/me/audience` and `/users/me/seen-by`. The model follows
 * the table "who may see what" and decision 30. It asks that table about every person, and does not use the product's statements.
 */
import type { Item, Json } from './shown.ts'
import {
  type DataType,
  type Level,
  type Match,
  type Name,
  type World,
  DATA_TYPES,
  claimantOf,
  get,
  isMember,
  isThere,
  letsIn,
  nameOf,
  playerOf,
  seesPerson,
  settingOf,
  trusts,
} from './model.ts'

/** The editor of the catalogue has an account and no relation to anybody (`play.ts`). */
const EDITORS = 1

const LEVELS: Level[] = ['PRIVATE', 'PUBLIC', 'PRIVILEGED_ACCESS']

/** Who looks: a person, a member of this group with no other relation to the owner, or a stranger. */
type Looker = { person: Name } | { group: Name } | 'stranger'

const inOrder = ['SETTING', 'TRUST', 'TABLE', 'COMMUNITY', 'GROUP_OWNER']

/** The reasons why somebody sees all of the data, or some of the matches. `level` replaces the level of the setting. */
function reasons(world: World, me: Name, who: Looker, type: DataType, level?: Level) {
  const person = who !== 'stranger' && 'person' in who ? who.person : undefined
  const setting = (of: DataType, at?: Level) => {
    const chosen = at ?? get(world.settings, settingOf(me, of)).level
    if (chosen === 'PUBLIC') return true
    if (chosen === 'PRIVATE' || who === 'stranger') return false
    if ('group' in who) return get(world.settings, settingOf(me, of)).groups.includes(who.group)
    const atGroups = { ...world, settings: new Map(world.settings) }
    atGroups.settings.set(settingOf(me, of), { ...get(world.settings, settingOf(me, of)), level: chosen })
    return letsIn(atGroups, me, of, who.person)
  }
  const inGroup = () => {
    if (who === 'stranger') return false
    if ('group' in who) return true
    return [...world.groups.values()].some(({ owner, members }) => owner === me && members.has(who.person))
  }
  const trusted = person !== undefined && trusts(world, me, person)
  const found = new Map<string, boolean>()
  if (type === 'PROFILE') {
    found.set('SETTING', setting('PROFILE', level))
    found.set('COMMUNITY', person !== undefined && fellows(world, me, person))
    found.set('GROUP_OWNER', inGroup())
    return { all: held(found), part: [] as string[] }
  }
  found.set(
    'SETTING',
    type === 'MATCH_HISTORY'
      ? setting('MATCH_HISTORY', level)
      : setting('MATCH_HISTORY') && setting('MATCH_DETAILS', level),
  )
  found.set('TRUST', trusted)
  const part = new Map<string, boolean>()
  if (person !== undefined) {
    part.set(
      'TABLE',
      recorded(world, me).some(([, match]) => satIn(world, person, match)),
    )
    part.set(
      'COMMUNITY',
      recorded(world, me).some(([, match]) => sharesIn(world, me, person, match)),
    )
  }
  return { all: held(found), part: held(part) }
}

const held = (found: ReadonlyMap<string, boolean>) => inOrder.filter((reason) => found.get(reason) === true)

const fellows = (world: World, one: Name, other: Name) =>
  [...world.communities.values()].some(({ members }) => members.has(one) && members.has(other))

const recorded = (world: World, me: Name): [Name, Match][] =>
  [...world.matches].filter(([, { recorder, final, deleted }]) => recorder === me && final && !deleted)

const playedBy = (world: World, me: Name): Match[] =>
  [...world.matches.values()].filter((match) => match.final && !match.deleted && satIn(world, me, match))

const isOpenToAll = (world: World, recorder: Name) =>
  (['MATCH_HISTORY', 'MATCH_DETAILS'] as const).every(
    (type) => get(world.settings, settingOf(recorder, type)).level === 'PUBLIC',
  )

const satIn = (world: World, person: Name, { seats }: Match) =>
  [...seats.keys()].some((ghost) => claimantOf(world, ghost) === person)

/** A match in a community that the owner has left opens nothing to its members. */
const sharesIn = (world: World, me: Name, person: Name, { community }: Match) =>
  isMember(world, me, community) && isMember(world, person, community)

const others = (world: World, me: Name) =>
  [...world.people.keys()].filter((person) => person !== me && isThere(world, person))

/** The number of matches in which both played, whoever recorded them. */
const met = (world: World, me: Name, person: Name) =>
  [...world.matches.values()].filter(
    (match) => match.final && !match.deleted && satIn(world, me, match) && satIn(world, person, match),
  ).length

export function audienceOf(world: World, me: Name): Item {
  const everyone = others(world, me)
  const visible = (person: Name) => seesPerson(world, me, person)
  const byMet = (all: Name[]) =>
    all.toSorted((one, other) => {
      const [first, second] = [nameOf(world, one).toLowerCase(), nameOf(world, other).toLowerCase()]
      return met(world, me, other) - met(world, me, one) || (first < second ? -1 : 1)
    })
  const atLevel = (type: DataType, level: Level): Item => {
    const of = (person: Name) => reasons(world, me, { person }, type, level)
    const everybody = reasons(world, me, 'stranger', type, level).all.length > 0
    const all = everyone.filter((person) => of(person).all.length > 0)
    const among = byMet(all.filter((person) => visible(person) && isRelated(world, me, person)))
    return {
      level,
      everybody,
      people: all.length + (everybody ? EDITORS : 0),
      inPart: everyone.filter(
        (person) => visible(person) && of(person).all.length === 0 && of(person).part.length > 0,
      ).length,
      among: among
        .slice(0, 3)
        .map((person) => ({ id: playerOf(person), displayName: nameOf(world, person) })),
    }
  }
  const atTable = (person: Name) => recorded(world, me).some(([, match]) => satIn(world, person, match))
  return {
    people: everyone.length + EDITORS,
    data: DATA_TYPES.map((type) => ({
      dataType: type,
      level: get(world.settings, settingOf(me, type)).level,
      levels: LEVELS.map((level) => atLevel(type, level)),
    })),
    hiddenPlayers: everyone.filter((person) => atTable(person) && !visible(person)).length,
    communities: communitiesOf(world, me),
  }
}

/** True for people in a group, trusted editors, fellow members and claimed players. Only they are listed by name. */
const isRelated = (world: World, me: Name, person: Name) =>
  fellows(world, me, person) ||
  trusts(world, me, person) ||
  [...world.groups.values()].some(({ owner, members }) => owner === me && members.has(person)) ||
  [...world.ghosts].some(([ghost, { owner }]) => owner === me && claimantOf(world, ghost) === person)

function communitiesOf(world: World, me: Name): Json[] {
  const given = Map.groupBy(recorded(world, me), ([, { community }]) => community)
  return [...given]
    .flatMap(([name, matches]) =>
      name === undefined || get(world.communities, name).deleted ? [] : [{ name, matches: matches.length }],
    )
    .toSorted(
      (one, other) =>
        other.matches - one.matches || (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1),
    )
    .map(({ name, matches }) => ({
      id: name,
      displayName: name,
      matches,
      isMember: isMember(world, me, name),
    }))
}

interface Seer {
  name: Name
  item: Item
}

/** The people who see the data. People who are hidden from the owner are left out. */
export const membersOf = (world: World, me: Name, type: DataType): Seer[] =>
  others(world, me)
    .filter((person) => isRelated(world, me, person) && seesPerson(world, me, person))
    .flatMap((person) => {
      const { all, part } = reasons(world, me, { person }, type)
      if (all.length + part.length === 0) return []
      const item = {
        id: person,
        displayName: nameOf(world, person),
        canonicalPlayer: { id: playerOf(person), displayName: nameOf(world, person) },
        sees: all.length > 0 ? 'ALL' : 'PART',
        reasons: inOrder.filter((reason) => [...all, ...part].includes(reason)),
        met: met(world, me, person),
      }
      return [{ name: person, item }]
    })

/** What somebody sees of the owner. All matches have the same time, so the newest is the one that was recorded last. */
export function sightOf(world: World, me: Name, who: Looker): Item {
  const person = who !== 'stranger' && 'person' in who ? who.person : undefined
  const own = person === me
  const holds = (type: DataType) => own || reasons(world, me, who, type).all.length > 0
  const part = (match: Match) =>
    person !== undefined && (satIn(world, person, match) || sharesIn(world, me, person, match))
  const final = recorded(world, me)
  const seen = final.filter(([, match]) => holds('MATCH_HISTORY') || part(match))
  const hasDetails = ([, match]: [Name, Match]) => holds('MATCH_DETAILS') || part(match)
  const drafts = [...world.matches.values()].filter(
    ({ recorder, final, deleted }) => recorder === me && !final && !deleted,
  )
  const history = own || reasons(world, me, who, 'MATCH_HISTORY').all.includes('SETTING')
  /** Of matches that others recorded, the owner may know what everybody sees, and what they see by relations to this person. */
  const onPage = (match: Match) =>
    own ||
    part(match) ||
    (match.recorder === me
      ? holds('MATCH_DETAILS')
      : match.recorder === person || isOpenToAll(world, match.recorder))
  return {
    profile: holds('PROFILE'),
    displayName: holds('PROFILE') ? nameOf(world, me) : 'Player',
    history,
    ...(history && { figures: { matches: playedBy(world, me).filter(onPage).length } }),
    recorded: final.length,
    seen: seen.length,
    withDetails: seen.filter(hasDetails).length,
    drafts: own || (person !== undefined && trusts(world, me, person)) ? drafts.length : 0,
    newest: seen
      .toReversed()
      .slice(0, 5)
      .map(([name, match]) => ({
        id: name,
        game: { id: match.game, displayName: match.game },
        details: hasDetails([name, match]),
      })),
  }
}
