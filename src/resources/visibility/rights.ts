/** The rights that show the fields of answers, and the types that require a right for each field. */
import type * as z from 'zod'

/**
 * For each right: the people who see a field with it, and what others see: nothing (`absent`), or the neutral name (`neutral`).
 * The scope and the policy of the resource are checked before.
 */
export const RIGHTS = {
  seen: { to: 'whoever sees the resource', others: 'absent' },
  scope: { to: 'whoever has the scope of the operation', others: 'absent' },
  own: { to: 'the caller, who owns it', others: 'absent' },
  once: { to: 'whoever made it, once', others: 'absent' },

  details: { to: 'whoever sees the details of the match', others: 'absent' },
  dispute: {
    to: 'the recorder, their trusted editors and the claimed players of the match',
    others: 'absent',
  },

  person: { to: 'whoever sees the person', others: 'neutral' },
  personOrNobody: { to: 'whoever sees the person', others: 'absent' },
  standIn: { to: 'whoever does not see the person whose ghost player it is', others: 'absent' },
  ghostPlayer: { to: 'whoever sees the ghost player', others: 'neutral' },
  recorder: {
    to: 'everybody, of the recorder of the match; else whoever sees the person',
    others: 'neutral',
  },
  proposer: { to: 'everybody, while the edit waits; else as a recorder', others: 'neutral' },
  disputer: {
    to: 'whoever sees the dispute, while the claim stands; else whoever sees the person',
    others: 'neutral',
  },
  claimant: {
    to: 'both sides, while the claim or its request stands; else whoever sees the person',
    others: 'neutral',
  },
  grantor: { to: 'both sides, while the trust stands; else whoever sees the person', others: 'neutral' },
  requester: {
    to: 'admins, while the request waits or its user is a member; else whoever sees the person',
    others: 'neutral',
  },
} as const satisfies Record<string, { to: string; others: 'absent' | 'neutral' }>

export type Right = keyof typeof RIGHTS

/** The right of each field of an answer, also within objects and lists. An object with any keys is one field. */
type RightsOf<A> = A extends readonly (infer Item)[]
  ? RightsOf<Item>
  : A extends object
    ? string extends keyof A
      ? Right
      : { [K in keyof A]-?: RightsOf<NonNullable<A[K]>> }
    : Right

/** The rights as data. */
export type Rights = Right | { readonly [field: string]: Rights }

/** An answer and the rights of its fields. */
export interface Shows<S extends z.ZodType = z.ZodType> {
  schema: S
  rights: RightsOf<z.input<S>>
}

/** A field without a right does not compile, and neither does a right without its field. */
export const shows = <S extends z.ZodType, const R extends RightsOf<z.input<S>>>(
  schema: S,
  rights: R & Exactly<R, RightsOf<z.input<S>>>,
): Shows<S> => ({ schema, rights })

/** The same, but it refuses fields that the answer does not have. */
type Exactly<R, S> = R extends object
  ? { [K in keyof R]: K extends keyof S ? Exactly<R[K], S[K]> : never }
  : R

/** These fields with this right. */
export const by = <const R extends Right, const F extends string>(right: R, ...fields: F[]) =>
  Object.fromEntries(fields.map((field) => [field, right])) as Record<F, R>

/** A reference with this right, and its name with another. */
export const ref = (right: Right, name = right): { id: Right; displayName: Right } => ({
  id: right,
  displayName: name,
})

/**
 * The right of the answer's field that a filter or sort reads: `gameName` reads `game.displayName`, `ownerId` reads `owner.id`,
 * `name` reads `displayName`. Undefined if the answer has no such field.
 */
export function rightRead(rights: Rights, field: string): Right | undefined {
  const right = pathsRead(field)
    .map((path) => path.reduce<Rights | undefined>(within, rights))
    .find((found) => found !== undefined)
  return typeof right === 'string' ? right : undefined
}

/** The places in an answer that a field of a filter or sort can read. */
export const pathsRead = (field: string): string[][] => {
  const [, noun, part] = /^(\w+)(Id|Name)$/.exec(field) ?? []
  const inReference = noun && [[noun, part === 'Id' ? 'id' : 'displayName']]
  return [[field], ...(inReference || []), ...(field === 'name' ? [['displayName']] : [])]
}

const within = (rights: Rights | undefined, field: string): Rights | undefined =>
  typeof rights === 'object' && Object.hasOwn(rights, field) ? rights[field] : undefined
