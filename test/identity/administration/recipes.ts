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
  listAccountSessions: {
    make: async ({ root, account }) => ({ by: root, path: `/accounts/${(await account()).id}/sessions` }),
    answers: [['/accounts/{account}/sessions', NOBODY]],
  },
  countAccountSessions: {
    make: async ({ root, account }) => ({
      by: root,
      path: `/accounts/${(await account()).id}/sessions/count`,
    }),
    answers: [['/accounts/{account}/sessions/count', NOBODY]],
  },
  endAccountSession: {
    make: async ({ root, session }) => {
      const { id, accountId } = await session()
      return { by: root, path: `/accounts/${accountId}/sessions/${id}` }
    },
    answers: [['/accounts/{account}/sessions/{account}', NOBODY]],
  },
  listAccountTokens: {
    make: async ({ root, account }) => ({ by: root, path: `/accounts/${(await account()).id}/tokens` }),
    answers: [['/accounts/{account}/tokens', NOBODY]],
  },
  countAccountTokens: {
    make: async ({ root, account }) => ({ by: root, path: `/accounts/${(await account()).id}/tokens/count` }),
    answers: [['/accounts/{account}/tokens/count', NOBODY]],
  },
  endAccountToken: {
    make: async ({ root, rootAccount, personalToken }) => ({
      by: root,
      path: `/accounts/${rootAccount}/tokens/${(await personalToken()).id}`,
    }),
    answers: [['/accounts/{account}/tokens/{account}', NOBODY]],
  },
  listAudit: {
    make: async ({ root }) => ({ by: root, path: '/audit' }),
    answers: [['/audit', NOBODY]],
  },
  countAudit: {
    make: async ({ root }) => ({ by: root, path: '/audit/count' }),
    answers: [['/audit/count', NOBODY]],
  },
  getSystemFigures: {
    make: async ({ root }) => ({ by: root, path: '/system/figures' }),
    answers: [['/system/figures', NOBODY]],
  },
  getCheckup: {
    make: async ({ root }) => ({ by: root, path: '/system/checkup' }),
    answers: [['/system/checkup', NOBODY]],
  },
  startCheckup: {
    make: async ({ root }) => ({ by: root, path: '/system/checkup' }),
    answers: [['/system/checkup', NOBODY]],
  },
  createBackup: {
    make: async ({ root, embedded }) => {
      await embedded()
      return { by: root, path: '/system/backups' }
    },
    answers: [['/system/backups', NOBODY]],
  },
  getSystemStatus: {
    make: async ({ root }) => ({ by: root, path: '/system/status' }),
    answers: [['/system/status', NOBODY]],
  },
}
