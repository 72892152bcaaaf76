/** The recipes of administration, for the convention tests. */
import { scopesOfRoles } from '../../../src/identity/roles.ts'
import { type Recipes, NOBODY, at } from '../../conventions/recipe.ts'

const link = { kind: 'INVITATION', days: 3 }

export const recipes: Recipes = {
  listAccounts: {
    make: async ({ root }) => ({ by: root, path: '/accounts' }),
    answers: [['/accounts', NOBODY]],
  },
  countAccounts: {
    make: async ({ root }) => ({ by: root, path: '/accounts/count' }),
    answers: [['/accounts/count', NOBODY]],
  },
  createAccountLink: {
    make: async ({ root }) => ({ by: root, path: '/accounts/links', body: link }),
    handsOn: [...scopesOfRoles(['player'])],
    otherBody: { days: 4 },
    answers: [['/accounts/links', NOBODY, () => link]],
  },
  listLinks: {
    make: async ({ root }) => ({ by: root, path: '/accounts/links' }),
    answers: [['/accounts/links', NOBODY]],
  },
  countLinks: {
    make: async ({ root }) => ({ by: root, path: '/accounts/links/count' }),
    answers: [['/accounts/links/count', NOBODY]],
  },
  endAccountLink: {
    make: async ({ root }) => {
      const { body } = await root.post('/accounts/links', link)
      return { by: root, path: `/accounts/links/${body.id}` }
    },
    answers: [['/accounts/links/{account}', NOBODY]],
  },
  getAccount: {
    make: async ({ root, account }) => at(root, '/accounts', await account()),
    answers: [['/accounts/{account}', NOBODY]],
  },
  updateAccount: {
    make: async ({ root, account }) =>
      at(root, '/accounts', await account(), { roles: ['player', 'translator'] }),
    handsOn: [...scopesOfRoles(['player', 'translator'])],
    otherBody: { roles: ['player'] },
    answers: [['/accounts/{account}', NOBODY, () => ({ disabled: true })]],
  },
  endSessions: {
    make: async ({ root, account }) => ({ by: root, path: `/accounts/${(await account()).id}/sessions` }),
    answers: [['/accounts/{account}/sessions', NOBODY]],
  },
  listAudit: {
    make: async ({ root }) => ({ by: root, path: '/audit' }),
    answers: [['/audit', NOBODY]],
  },
  countAudit: {
    make: async ({ root }) => ({ by: root, path: '/audit/count' }),
    answers: [['/audit/count', NOBODY]],
  },
  getSystemStatus: {
    make: async ({ root }) => ({ by: root, path: '/system/status' }),
    answers: [['/system/status', NOBODY]],
  },
}
