/** The recipes of answers to "are these two the same person?", for the convention tests. */
import assert from 'node:assert/strict'
import { type Recipes, EVERYBODY } from '../../conventions/recipe.ts'
import type { World } from '../../world.ts'

export const recipes: Recipes = {
  listSamePeople: {
    make: async ({ alice }) => ({ by: alice, path: '/users/me/same-people' }),
    answers: [['/users/me/same-people', EVERYBODY]],
  },
  countSamePeople: {
    make: async ({ alice }) => ({ by: alice, path: '/users/me/same-people/count' }),
    answers: [['/users/me/same-people/count', EVERYBODY]],
  },
  createSamePerson: {
    make: async (world) => ({ by: world.alice, path: '/users/me/same-people', body: await twoOf(world) }),
    otherBody: { isSame: false },
    answers: [
      [
        '/users/me/same-people',
        [201, 403, 403, 403],
        ({ free, asked }) => ({ oneId: free, otherId: asked, isSame: false }),
      ],
    ],
  },
  getSamePerson: {
    make: async (world) => ({ by: world.alice, path: await answerOf(world) }),
    answers: [['/users/me/same-people/{same}', [200, 404, 404, 404]]],
  },
  deleteSamePerson: {
    make: async (world) => ({ by: world.alice, path: await answerOf(world) }),
    answers: [['/users/me/same-people/{same}', [204, 404, 404, 404]]],
  },
}

async function answerOf(world: World): Promise<string> {
  const { status, body } = await world.alice.post('/users/me/same-people', await twoOf(world))
  assert.equal(status, 201)
  return `/users/me/same-people/${body.id}`
}

const twoOf = async ({ ghostPlayer }: World) => ({
  oneId: (await ghostPlayer()).id,
  otherId: (await ghostPlayer()).id,
  isSame: true,
})
