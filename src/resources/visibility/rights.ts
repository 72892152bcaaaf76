/** A right says who sees a field of an answer. A field without a right does not compile. */
import type * as z from 'zod'

/** `to` says who gets the field. For everybody else the field is missing (`absent`) or has a neutral name (`neutral`). */
export const RIGHTS = {
  seen: { to: 'everybody who sees the resource', others: 'absent' },
  scope: { to: 'everybody who has the scope of the operation', others: 'absent' },
  own: { to: 'the caller, who owns the resource', others: 'absent' },
  once: { to: 'the caller who makes the resource, only in the answer to that request', others: 'absent' },
  secret: { to: 'everybody who has the secret of the invitation', others: 'absent' },

  details: { to: 'everybody who sees the details of the match', others: 'absent' },
  dispute: {
    to: 'the recorder, their trusted editors and the claimed players of the match',
    others: 'absent',
  },

  person: { to: 'everybody who sees the person', others: 'neutral' },
  personOrNobody: { to: 'everybody who sees the person', others: 'absent' },
  standIn: { to: 'everybody who does not see the person that the ghost player stands for', others: 'absent' },
  keeper: { to: 'everybody who sees the ghost player', others: 'absent' },
  ghostPlayer: { to: 'everybody who sees the ghost player', others: 'neutral' },
  recorder: {
    to: 'everybody if the person is the recorder of the match, otherwise everybody who sees the person',
    others: 'neutral',
  },
  proposer: {
    to: 'everybody while the edit waits for a decision, afterwards the same people as for a recorder',
    others: 'neutral',
  },
  disputer: {
    to: 'everybody who sees the dispute while the claim is active, otherwise everybody who sees the person',
    others: 'neutral',
  },
  claimant: {
    to: 'both people while the claim or its request is active, otherwise everybody who sees the person',
    others: 'neutral',
  },
  grantor: {
    to: 'both people while the trust lasts, otherwise everybody who sees the person',
    others: 'neutral',
  },
  accepter: {
    to: 'the inviter, while the claim, membership or trust stands; else whoever sees the person',
    others: 'neutral',
  },
  requester: {
    to: 'admins while the request waits or its user is a member, otherwise everybody who sees the person',
    others: 'neutral',
  },
} as const satisfies Record<string, { to: string; others: 'absent' | 'neutral' }>

export type Right = keyof typeof RIGHTS

/** An object whose keys are not fixed needs only one right. */
type RightsOf<A> = A extends readonly (infer Item)[]
  ? RightsOf<Item>
  : A extends object
    ? string extends keyof A
      ? Right
      : { [K in keyof A]-?: RightsOf<NonNullable<A[K]>> }
    : Right

export type Rights = Right | { readonly [field: string]: Rights }

export interface Shows<S extends z.ZodType = z.ZodType> {
  schema: S
  rights: RightsOf<z.input<S>>
}

/** This does not compile if a field has no right, or if a right has no field. */
export const shows = <S extends z.ZodType, const R extends RightsOf<z.input<S>>>(
  schema: S,
  rights: R & Exactly<R, RightsOf<z.input<S>>>,
): Shows<S> => ({ schema, rights })

type Exactly<R, S> = R extends object
  ? { [K in keyof R]: K extends keyof S ? Exactly<R[K], S[K]> : never }
  : R

export const by = <const R extends Right, const F extends string>(right: R, ...fields: F[]) =>
  Object.fromEntries(fields.map((field) => [field, right])) as Record<F, R>

export const ref = (right: Right, name = right): { id: Right; displayName: Right } => ({
  id: right,
  displayName: name,
})

/**
 * The right of the field that a filter reads: `gameName` reads `game.displayName`, `ownerId` reads `owner.id`, and `name` reads
 * `displayName`.
 */
export function rightRead(rights: Rights, field: string): Right | undefined {
  const right = pathsRead(field)
    .map((path) => path.reduce<Rights | undefined>(within, rights))
    .find((found) => found !== undefined)
  return typeof right === 'string' ? right : undefined
}

export const pathsRead = (field: string): string[][] => {
  const [, noun, part] = /^(\w+)(Id|Name)$/.exec(field) ?? []
  const inReference = noun && [[noun, part === 'Id' ? 'id' : 'displayName']]
  return [[field], ...(inReference || []), ...(field === 'name' ? [['displayName']] : [])]
}

const within = (rights: Rights | undefined, field: string): Rights | undefined =>
  typeof rights === 'object' && Object.hasOwn(rights, field) ? rights[field] : undefined
