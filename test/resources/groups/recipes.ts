/** The recipes of groups and their members, for the convention tests. */
import { uuidv7 } from '../../../src/db/uuid.ts'
import { type Recipes, CHANGES_OWN, CREATES, EVERYBODY, OWN, at } from '../../conventions/recipe.ts'

export const recipes: Recipes = {
  listGroups: {
    make: async ({ alice }) => ({ by: alice, path: '/groups' }),
    answers: [['/groups', EVERYBODY]],
  },
  countGroups: {
    make: async ({ alice }) => ({ by: alice, path: '/groups/count' }),
    answers: [['/groups/count', EVERYBODY]],
  },
  createGroup: {
    make: async ({ alice }) => ({
      by: alice,
      path: '/groups',
      body: { displayName: 'Friday evenings' },
    }),
    otherBody: { displayName: 'Other' },
    answers: [['/groups', CREATES, () => ({ displayName: 'Us' })]],
  },
  getGroup: {
    make: async ({ alice, group }) => ({ by: alice, path: `/groups/${(await group()).id}` }),
    answers: [['/groups/{group}', OWN]],
  },
  updateGroup: {
    make: async ({ alice, group }) =>
      at(alice, '/groups', await group(), { displayName: 'Saturday evenings' }),
    otherBody: { displayName: 'Other' },
    answers: [['/groups/{group}', CHANGES_OWN, () => ({ displayName: 'Us' })]],
  },
  deleteGroup: {
    make: async ({ alice, group }) => at(alice, '/groups', await group()),
    answers: [['/groups/{group}', CHANGES_OWN]],
  },
  listGroupMembers: {
    make: async ({ alice, group }) => ({
      by: alice,
      path: `/groups/${(await group()).id}/members`,
    }),
    answers: [['/groups/{group}/members', OWN]],
  },
  countGroupMembers: {
    make: async ({ alice, group }) => ({
      by: alice,
      path: `/groups/${(await group()).id}/members/count`,
    }),
    answers: [['/groups/{group}/members/count', OWN]],
  },
  addGroupMember: {
    make: async ({ alice, group, stranger }) => ({
      by: alice,
      path: `/groups/${(await group()).id}/members`,
      body: { userId: await stranger() },
    }),
    otherBody: { userId: uuidv7() },
    answers: [
      ['/groups/{otherGroup}/members', [204, 403, 403, 403], ({ newcomer }) => ({ userId: newcomer })],
    ],
  },
  removeGroupMember: {
    make: async ({ alice, group, stranger }) => {
      const [{ id }, userId] = [await group(), await stranger()]
      await alice.post(`/groups/${id}/members`, { userId })
      return { by: alice, path: `/groups/${id}/members/${userId}` }
    },
    answers: [['/groups/{group}/members/{recorder}', [404, 403, 403, 403]]],
  },
  listMyGroups: {
    make: async ({ alice }) => ({ by: alice, path: '/users/me/groups' }),
    answers: [['/users/me/groups', EVERYBODY]],
  },
  countMyGroups: {
    make: async ({ alice }) => ({ by: alice, path: '/users/me/groups/count' }),
    answers: [['/users/me/groups/count', EVERYBODY]],
  },
}
