/** Which fields of an item the table of rights shows to a viewer, and which values a filter finds in these fields. */
import { RIGHTS, type Right, type Rights, pathsRead } from '../../src/resources/visibility/rights.ts'
import { type ListId, collectionOf } from '../conventions/collections.ts'
import type { Facts } from './filters.ts'
import {
  type Name,
  type World,
  claimantOf,
  get,
  isAdmin,
  isClaimant,
  isMember,
  playerOf,
  seesDetails,
  seesDisputes,
  seesGhost,
  seesPerson,
  trusts,
} from './model.ts'

export type Json = null | string | boolean | number | Json[] | Item
export interface Item {
  [key: string]: Json | undefined
}

/** The place of a field: in the object `of`, which is in the object `around`, in the item with this name. */
interface Place {
  name: Name
  item: Item
  of: Item
  around: Item
}

/** Stands for a viewer who sees everything. The pools of filter values are made with it. */
export const EVERYBODY = undefined

/** The item as the viewer is shown it: fields that they have no right to see are missing, or have the neutral name. */
export function shownTo(
  world: World,
  viewer: Name | typeof EVERYBODY,
  rights: Rights,
  name: Name,
  item: Item,
): Item {
  const has = (right: Right, place: Place) => viewer === EVERYBODY || hasRight(world, viewer, right, place)
  const walk = (inner: Rights, value: Json | undefined, place: Place): Json | undefined => {
    if (value === undefined) return undefined
    if (typeof inner === 'string') {
      if (has(inner, place)) return value
      return RIGHTS[inner].others === 'neutral' ? 'Player' : undefined
    }
    const within = { ...place, around: place.of, of: isItem(value) ? value : {} }
    // An object is shown if its first field is.
    if (!has(firstOf(inner), within)) return undefined
    if (Array.isArray(value)) return value.map((one) => walk(inner, one, place) ?? null)
    return isItem(value) ? fieldsOf(inner, value, within) : value
  }
  const fieldsOf = (inner: Rights, value: Item, place: Place): Item =>
    Object.fromEntries(
      Object.entries(value).map(([field, one]) => [field, walk(rightsOf(inner, field), one, place)]),
    )
  return fieldsOf(rights, item, { name, item, of: item, around: item })
}

/** Decides a right of the viewer, by the specification's table of who may see what. */
function hasRight(world: World, viewer: Name, right: Right, { name, item, of, around }: Place): boolean {
  const match = () => get(world.matches, text(item['matchId'] ?? name))
  const seesThem = () => seesPerson(world, viewer, personOf(world, text(of['id'])))
  switch (right) {
    case 'seen':
    case 'scope':
    case 'own':
    case 'once':
      return true
    case 'details':
      return seesDetails(world, viewer, match())
    case 'dispute':
      return seesDisputes(world, viewer, match())
    case 'person':
    case 'personOrNobody':
      return seesThem()
    case 'keeper':
      return seesGhost(world, viewer, idIn(around, 'ghostPlayer'))
    case 'ghostPlayer':
      return seesGhost(world, viewer, text(of['id']))
    case 'recorder':
      return of['id'] === match().recorder || seesThem()
    case 'proposer':
      return item['status'] === 'PENDING' || of['id'] === match().recorder || seesThem()
    case 'disputer':
      return claimantOf(world, idIn(around, 'ghostPlayer')) === of['id'] || seesThem()
    case 'claimant':
      return isClaimant(world, personOf(world, text(of['id'])), idIn(item, 'ghostPlayer')) || seesThem()
    case 'grantor':
      return trusts(world, idIn(item, 'grantor'), idIn(item, 'editor')) || seesThem()
    case 'accepter':
      return hasAccepted(world, viewer, name, personOf(world, text(of['id']))) || seesThem()
    case 'requester':
      return (
        item['status'] === 'PENDING' || isMember(world, text(of['id']), idIn(item, 'community')) || seesThem()
      )
    default:
      throw new Error(`The model of worlds does not know the right ${right}.`)
  }
}

/** True if what the person accepted is still valid, and the viewer sees it. */
function hasAccepted(world: World, viewer: Name, name: Name, person: Name): boolean {
  const { inviter, ghost, community } = get(world.invitations, name)
  if (ghost !== undefined) return isClaimant(world, person, ghost)
  if (community === undefined) return trusts(world, inviter, person)
  const seesMembers = isMember(world, viewer, community) || isAdmin(world, viewer, community)
  return seesMembers && isMember(world, person, community)
}

const TIMES = new Set(['createdAt', 'updatedAt', 'playedAt'])
const MANY = new Set(['expansionsId', 'expansionsName', 'membersId', 'membersName'])

/** For each field that the list can be filtered by, its values in the shown item. `more` adds values that are not in the item. */
export function factsOf(list: ListId, item: Item, more: Facts = {}): Facts {
  const fact = (field: string): Facts[string] => {
    if (TIMES.has(field)) return 'set'
    const values = pathsRead(field)
      .map((path) => at(item, path))
      .find((found) => found.length > 0)
    return MANY.has(field) ? (values ?? []) : values?.[0]
  }
  const { filters } = collectionOf(list)
  // Filters do not ask for ids that have no name in the model.
  const asked = Object.keys(filters).filter((field) => field !== 'id' || 'id' in item)
  return { ...Object.fromEntries(asked.map((field) => [field, fact(field)])), ...more }
}

const at = (value: Json | undefined, [field, ...rest]: string[]): string[] => {
  if (value === undefined || value === null) return []
  if (Array.isArray(value))
    return value.flatMap((one) => at(one, field === undefined ? [] : [field, ...rest]))
  if (field === undefined) return typeof value === 'object' ? [] : [String(value)]
  return isItem(value) ? at(value[field], rest) : []
}

export const isItem = (value: Json | undefined): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function rightsOf(rights: Rights, field: string): Rights {
  const found = typeof rights === 'object' && Object.hasOwn(rights, field) ? rights[field] : undefined
  if (found === undefined) throw new Error(`The model of worlds shows a field ${field}, which has no right.`)
  return found
}

const firstOf = (rights: Rights): Right => {
  if (typeof rights === 'string') return rights
  const [first] = Object.values(rights)
  return firstOf(first ?? 'seen')
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
const idIn = (item: Item, field: string): Name => {
  const reference = item[field]
  return isItem(reference) ? text(reference['id']) : ''
}

/** The user of a canonical player. Any other id is returned as it is. */
const personOf = (world: World, id: Name): Name =>
  [...world.people.keys()].find((person) => playerOf(person) === id) ?? id
