/** Parts that several schemas of statistics share. Answers have counts, and the reader divides them to get shares. */
import * as z from 'zod'
import { Ref, timestamp } from '../../../http/schema/schema.ts'

export const exampleId = (end: string) => `0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a${end}`
export const n = (description?: string) =>
  z
    .int()
    .min(0)
    .meta({ format: 'int64', ...(description ? { description } : {}) })
export const day = () => z.string().meta({ format: 'date', description: 'A day in the time zone' })
export const month = () =>
  z.string().meta({ description: 'A month, such as 2026-01, in the time zone of the request' })
export const score = () => z.number()

export const MIDDLE =
  'The median. If the number of scores is even, this is the lower of the two middle scores'

export const Decided = z.strictObject({
  matches: n(),
  decided: n('How many of them are known to be won or lost'),
  won: n(),
})

export const SHARED = 'Contests that the player won together with somebody else'

export const Run = z.strictObject({ wins: n(), from: timestamp(), to: timestamp() })

export const player = {
  canonicalPlayer: Ref.optional(),
  ghostPlayer: Ref.optional().meta({
    description:
      'Present instead of `canonicalPlayer` if nobody has claimed the ghost player, or if the caller may not see who has',
  }),
}

export const countedAsOne = () =>
  z.int32().min(2).optional().meta({
    description:
      'How many players the caller counts as this one (`/users/me/same-people`); absent if it is one player',
  })

export const TOGETHER = 'Matches that everybody won or lost together, or in which both were on the same side'

export const meetings = {
  met: n('Matches that both played'),
  ahead: n(
    'Contests in which the person had the better place (in a pair: in which `one` had it). `ahead`, `level` and `behind` leave out contests in which a place is unknown or both were on one side',
  ),
  level: n('Contests in which both had the same place'),
  behind: n('Contests in which the person had the worse place (in a pair: in which `one` had it)'),
  together: n(TOGETHER),
}

export const TopGames = z.array(z.strictObject({ game: Ref, matches: n() }))

export const exampleGame = { id: exampleId('20'), displayName: 'Harbour Lights' }
export const examplePlayer = { id: exampleId('17'), displayName: 'Bob' }
export const otherPlayer = { id: exampleId('18'), displayName: 'Carol' }
export const exampleGhostPlayer = { id: exampleId('12'), displayName: 'Iris' }
export const exampleOwner = { id: exampleId('10'), displayName: 'Alice' }
