/** The schemas of an audience: which people see a type of the caller's data, and what another person sees of the caller. */
import * as z from 'zod'
import { Ref, int32, timestamp, uuid } from '../../http/schema/schema.ts'
import { Figures, example as exampleFigures } from '../statistics/schemas/person.ts'
import { REASONS } from '../visibility/audience.ts'
import { DATA_TYPES, LEVELS } from '../visibility/relations.ts'

const BRUNO = '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a16'
const among = [{ id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a17', displayName: 'Bruno' }]

const AtLevel = z
  .strictObject({
    level: z.enum(LEVELS),
    everybody: z.boolean().meta({ description: 'Whether everybody with an account sees it' }),
    people: int32(0).meta({ description: 'How many people see all of it, without the caller' }),
    inPart: int32(0).meta({
      description:
        'How many others see some of the matches, because they played in them or are in their community. It does not count people who are hidden from the caller.',
    }),
    among: z.array(Ref).meta({
      description: 'Up to three of `people`, as canonical players: the ones that the caller met most',
    }),
  })
  .meta({ description: 'Who sees the data if the setting has this level, with its present groups' })

export const Audience = z
  .strictObject({
    people: int32(0).meta({ description: 'How many people have an account here, without the caller' }),
    data: z.array(
      z.strictObject({
        dataType: z.enum(DATA_TYPES),
        level: z.enum(LEVELS).meta({ description: 'The present level' }),
        levels: z.array(AtLevel),
      }),
    ),
    hiddenPlayers: int32(0).meta({
      description:
        'How many claimed players in matches that the caller recorded are hidden from the caller. They see these matches. `inPart` does not count them.',
    }),
    communities: z
      .array(
        z.strictObject({
          id: uuid(),
          displayName: z.string(),
          matches: int32(1),
          isMember: z.boolean().meta({
            description:
              'Whether the caller is a member of the community. If not, the numbers of people in this answer do not count its members.',
          }),
        }),
      )
      .meta({
        description:
          'Up to 20 communities whose members see final matches that the caller recorded. Those with the most such matches come first',
      }),
  })
  .meta({
    id: 'Audience',
    description: 'How many people see each type of the caller’s data, now and with each level',
    example: {
      people: 41,
      data: [
        {
          dataType: 'MATCH_HISTORY',
          level: 'PRIVILEGED_ACCESS',
          levels: [
            { level: 'PRIVATE', everybody: false, people: 0, inPart: 2, among: [] },
            { level: 'PUBLIC', everybody: true, people: 41, inPart: 0, among },
            { level: 'PRIVILEGED_ACCESS', everybody: false, people: 12, inPart: 1, among },
          ],
        },
      ],
      hiddenPlayers: 1,
      communities: [
        {
          id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a90',
          displayName: 'Thursdays at the Lighthouse',
          matches: 12,
          isMember: true,
        },
      ],
    },
  })

export const EXTENTS = ['ALL', 'PART'] as const

export const AudienceMember = z
  .strictObject({
    id: uuid().meta({ description: 'The id of the user' }),
    displayName: z.string(),
    canonicalPlayer: Ref,
    sees: z.enum(EXTENTS).meta({ description: 'PART: only some of the matches' }),
    reasons: z.array(z.enum(REASONS)).meta({
      description:
        'SETTING: the setting lets them in. TRUST: they are a trusted editor. TABLE: they played in a match. COMMUNITY: they are in a community of the caller. GROUP_OWNER: they are in a group of the caller, whose members see its owner',
    }),
    met: int32(0).meta({ description: 'In how many of the caller’s newest 200 matches they played' }),
  })
  .meta({
    id: 'AudienceMember',
    description: 'Somebody who sees a type of the caller’s data, and is not hidden from the caller',
    example: {
      id: BRUNO,
      displayName: 'Bruno',
      canonicalPlayer: among[0],
      sees: 'ALL',
      reasons: ['SETTING', 'TABLE'],
      met: 36,
    },
  })

export const Sight = z
  .strictObject({
    profile: z
      .boolean()
      .meta({ description: 'Whether the other person can find the caller and open the caller’s page' }),
    displayName: z.string().meta({ description: 'The caller’s name on pages that `profile` opens' }),
    history: z
      .boolean()
      .meta({ description: 'Whether the other person can open the caller’s history and figures' }),
    recorded: int32(0).meta({ description: 'How many final matches the caller recorded' }),
    seen: int32(0).meta({ description: 'How many of the matches in `recorded` the other person sees' }),
    withDetails: int32(0).meta({
      description:
        'How many of the matches in `recorded` the other person sees with scores and other details',
    }),
    drafts: int32(0).meta({ description: 'How many drafts of the caller the other person sees' }),
    newest: z
      .array(
        z.strictObject({
          id: uuid(),
          game: Ref,
          playedAt: timestamp(),
          details: z
            .boolean()
            .meta({ description: 'Whether the other person sees the scores and other details of the match' }),
        }),
      )
      .meta({ description: 'Up to five of the final matches that the other person sees, the newest first' }),
    figures: Figures.optional().meta({
      description:
        'The figures on the caller’s page, as the other person gets them; missing if `history` is false. Matches that others recorded count as far as the caller may know that the other person sees them',
    }),
  })
  .meta({
    id: 'Sight',
    description:
      'What another person sees of the caller’s data. It has only what the caller controls or may know about',
    example: {
      profile: true,
      displayName: 'Alma',
      history: true,
      recorded: 98,
      seen: 98,
      withDetails: 36,
      drafts: 0,
      newest: [
        {
          id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a30',
          game: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a20', displayName: 'Harbour Lights' },
          playedAt: '2026-01-15T19:30:00Z',
          details: true,
        },
      ],
      figures: exampleFigures,
    },
  })
