/** The recipes of matches, for the convention tests. */
import {
  type Prepared,
  type Recipes,
  CHANGES_OF_THE_PLAYER,
  CHANGES_OWN,
  EVERYBODY,
  OF_THE_MATCH,
  at,
} from '../../conventions/recipe.ts'
import type { Person } from '../../support.ts'
import type { MadeMatch } from '../../world.ts'

export const newMatch = (gameId: string, ...ghostPlayerIds: string[]) => ({
  gameId,
  playedAt: '2026-01-15T19:30:00Z',
  participants: ghostPlayerIds.map((ghostPlayerId, index) => ({
    ghostPlayerId,
    score: 10 - index,
    rank: index + 1,
  })),
})

export const recipes: Recipes = {
  listMatches: {
    make: async ({ alice }) => ({ by: alice, path: '/matches' }),
    answers: [['/matches', EVERYBODY]],
  },
  countMatches: {
    make: async ({ alice }) => ({ by: alice, path: '/matches/count' }),
    answers: [['/matches/count', EVERYBODY]],
  },
  createMatch: {
    make: async ({ alice, game, ghostPlayer }) => ({
      by: alice,
      path: '/matches',
      body: newMatch((await game()).id, (await ghostPlayer()).id),
    }),
    otherBody: { playedAt: '2026-01-16T19:30:00Z' },
    answers: [['/matches', [201, 403, 403, 403], ({ game, free }) => newMatch(game, free)]],
  },
  getMatch: {
    make: async ({ alice, match }) => ({ by: alice, path: `/matches/${(await match()).id}` }),
    answers: [
      ['/matches/{match}', OF_THE_MATCH],
      ['/matches/{draft}', [200, 403, 200, 403]],
    ],
  },
  getMatchPeople: {
    make: async ({ alice, playedMatch }) => ({
      by: alice,
      path: `/matches/${(await playedMatch()).id}/people`,
    }),
    answers: [
      ['/matches/{match}/people', OF_THE_MATCH],
      ['/matches/{draft}/people', [200, 403, 200, 403]],
    ],
  },
  getMatchAnswerable: {
    make: async ({ alice, playedMatch }) => ({
      by: alice,
      path: `/matches/${(await playedMatch()).id}/answerable`,
    }),
    answers: [
      ['/matches/{match}/answerable', OF_THE_MATCH],
      ['/matches/{draft}/answerable', [200, 403, 200, 403]],
    ],
  },
  updateMatch: {
    make: async ({ alice, match }) => at(alice, '/matches', await match(), { editRequestsEnabled: false }),
    otherBody: { playedAt: '2026-01-16T19:30:00Z' },
    answers: [
      ['/matches/{match}', CHANGES_OWN, () => ({ editRequestsEnabled: true })],
      ['/matches/{draft}', CHANGES_OWN, () => ({ editRequestsEnabled: true })],
    ],
  },
  deleteMatch: {
    make: async ({ alice, match }) => at(alice, '/matches', await match()),
    answers: [['/matches/{draft}', CHANGES_OWN]],
  },
  finalizeMatch: {
    make: async ({ alice, match }) => {
      const { id, etag } = await match()
      return { by: alice, path: `/matches/${id}/finalize`, etag }
    },
    answers: [['/matches/{draft}/finalize', CHANGES_OWN]],
  },
  disputeMatchParticipant: {
    make: async ({ bob, playedMatch }) => disputeOf(bob, await playedMatch()),
    otherBody: { reason: 'Other' },
    answers: [
      [
        '/matches/{match}/participants/{participant}/dispute',
        CHANGES_OF_THE_PLAYER,
        () => ({ reason: 'No.' }),
      ],
    ],
  },
  withdrawDispute: {
    make: async ({ bob, playedMatch }) => {
      const { body, ...dispute } = disputeOf(bob, await playedMatch())
      const { etag } = await bob.post(dispute.path, body, { 'if-match': dispute.etag ?? '' })
      return { ...dispute, etag }
    },
    answers: [['/matches/{match}/participants/{participant}/dispute', CHANGES_OF_THE_PLAYER]],
  },
  listDisputes: {
    make: async ({ alice }) => ({ by: alice, path: '/disputes' }),
    answers: [['/disputes', EVERYBODY]],
  },
  countDisputes: {
    make: async ({ alice }) => ({ by: alice, path: '/disputes/count' }),
    answers: [['/disputes/count', EVERYBODY]],
  },
}

const disputeOf = (by: Person, { id, participantId, etag }: MadeMatch): Prepared => ({
  by,
  path: `/matches/${id}/participants/${participantId}/dispute`,
  etag,
  body: { reason: 'I had more points.' },
})
