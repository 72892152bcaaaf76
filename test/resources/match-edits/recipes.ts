/** The recipes of match edits, for the convention tests. */
import {
  type Prepared,
  type Recipes,
  CHANGES_OWN,
  EVERYBODY,
  OF_THE_MATCH,
} from '../../conventions/recipe.ts'
import type { World } from '../../world.ts'

export const newEdit = (matchParticipantId: string) => ({
  participantChanges: [{ matchParticipantId, score: 3.5, rank: null }],
})

export const recipes: Recipes = {
  listMatchEdits: {
    make: async ({ alice, finalMatch }) => ({
      by: alice,
      path: `/matches/${(await finalMatch()).id}/edits`,
    }),
    answers: [
      ['/matches/{match}/edits', OF_THE_MATCH],
      ['/matches/{draft}/edits', [200, 403, 200, 403]],
    ],
  },
  countMatchEdits: {
    make: async ({ alice, finalMatch }) => ({
      by: alice,
      path: `/matches/${(await finalMatch()).id}/edits/count`,
    }),
    answers: [['/matches/{match}/edits/count', OF_THE_MATCH]],
  },
  createMatchEdit: {
    make: async ({ alice, finalMatch }) => {
      const { id, participantId } = await finalMatch()
      return { by: alice, path: `/matches/${id}/edits`, body: newEdit(participantId) }
    },
    otherBody: { playsetChange: {} },
    answers: [['/matches/{match}/edits', [201, 201, 201, 403], ({ participant }) => newEdit(participant)]],
  },
  getMatchEdit: {
    make: async (world) => {
      const { by, path } = await editOf(world)
      return { by, path }
    },
    answers: [['/matches/{match}/edits/{edit}', OF_THE_MATCH]],
  },
  decideMatchEdit: {
    make: async (world) => ({ ...(await editOf(world)), body: { status: 'APPROVED' } }),
    otherBody: { status: 'REJECTED' },
    answers: [['/matches/{match}/edits/{edit}', CHANGES_OWN, () => ({ status: 'REJECTED' })]],
  },
  withdrawMatchEdit: {
    make: editOf,
    answers: [['/matches/{match}/edits/{edit}', CHANGES_OWN]],
  },
  listAllMatchEdits: {
    make: async ({ alice }) => ({ by: alice, path: '/match-edits' }),
    answers: [['/match-edits', EVERYBODY]],
  },
  countAllMatchEdits: {
    make: async ({ alice }) => ({ by: alice, path: '/match-edits/count' }),
    answers: [['/match-edits/count', EVERYBODY]],
  },
}

async function editOf({ alice, finalMatch }: World): Promise<Prepared & { etag: string }> {
  const match = await finalMatch()
  const path = `/matches/${match.id}/edits`
  const { body, etag } = await alice.post(path, newEdit(match.participantId))
  return { by: alice, path: `${path}/${body.id}`, etag }
}
