/** The recipes of communities, memberships and membership requests, for the convention tests. */
import {
  type Recipes,
  CHANGES_OF_THE_PLAYER,
  CHANGES_OWN,
  CREATES,
  EVERYBODY,
  OWN,
  at,
} from '../../conventions/recipe.ts'
import { idOf } from '../../support.ts'

export const recipes: Recipes = {
  listCommunities: {
    make: async ({ bob }) => ({ by: bob, path: '/communities' }),
    answers: [['/communities', EVERYBODY]],
  },
  countCommunities: {
    make: async ({ bob }) => ({ by: bob, path: '/communities/count' }),
    answers: [['/communities/count', EVERYBODY]],
  },
  createCommunity: {
    make: async ({ alice, group }) => ({
      by: alice,
      path: '/communities',
      body: {
        displayName: 'The Meeple Café',
        joinPolicy: 'REQUIRES_APPROVAL',
        adminGroupId: (await group()).id,
      },
    }),
    otherBody: { displayName: 'Other' },
    answers: [
      ['/communities', CREATES, () => ({ displayName: 'We', joinPolicy: 'OPEN' })],
      [
        '/communities',
        [201, 403, 403, 403],
        ({ otherGroup }) => ({ displayName: 'We', joinPolicy: 'OPEN', adminGroupId: otherGroup }),
      ],
    ],
  },
  getCommunity: {
    make: async ({ bob, community }) => ({ by: bob, path: `/communities/${(await community()).id}` }),
    answers: [['/communities/{community}', EVERYBODY]],
  },
  updateCommunity: {
    make: async ({ alice, community }) =>
      at(alice, '/communities', await community(), { description: 'Every Friday.' }),
    otherBody: { description: 'Other' },
    answers: [['/communities/{community}', CHANGES_OWN, () => ({ joinPolicy: 'OPEN' })]],
  },
  deleteCommunity: {
    make: async ({ alice, community }) => at(alice, '/communities', await community()),
    answers: [['/communities/{community}', CHANGES_OWN]],
  },
  listMemberships: {
    make: async ({ alice, community }) => ({
      by: alice,
      path: `/communities/${(await community()).id}/memberships`,
    }),
    answers: [['/communities/{community}/memberships', OWN]],
  },
  countMemberships: {
    make: async ({ alice, community }) => ({
      by: alice,
      path: `/communities/${(await community()).id}/memberships/count`,
    }),
    answers: [['/communities/{community}/memberships/count', OWN]],
  },
  joinCommunity: {
    make: async ({ newcomer, community }) => ({
      by: await newcomer(),
      path: `/communities/${(await community()).id}/memberships`,
    }),
    answers: [
      ['/communities/{community}/memberships', [409, 409, 409, 409]],
      ['/communities/{openCommunity}/memberships', [409, 201, 201, 201]],
    ],
  },
  getMembership: {
    make: async ({ alice, community }) => ({
      by: alice,
      path: `/communities/${(await community()).id}/memberships/${await idOf(alice)}`,
    }),
    answers: [
      ['/communities/{community}/memberships/{recorder}', OWN],
      ['/communities/{community}/memberships/{newcomer}', [404, 403, 403, 403]],
    ],
  },
  endMembership: {
    make: async ({ newcomer, community }) => {
      const by = await newcomer()
      const path = `/communities/${(await community()).id}/memberships`
      await by.post(path)
      return { by, path: `${path}/${await idOf(by)}` }
    },
    answers: [
      ['/communities/{community}/memberships/{recorder}', [409, 403, 403, 403]],
      ['/communities/{community}/memberships/{newcomer}', [404, 403, 403, 403]],
    ],
  },
  listMyMemberships: {
    make: async ({ bob }) => ({ by: bob, path: '/users/me/memberships' }),
    answers: [['/users/me/memberships', EVERYBODY]],
  },
  countMyMemberships: {
    make: async ({ bob }) => ({ by: bob, path: '/users/me/memberships/count' }),
    answers: [['/users/me/memberships/count', EVERYBODY]],
  },
  listMembershipRequests: {
    make: async ({ alice, membershipRequest }) => ({
      by: alice,
      path: (await membershipRequest()).path,
    }),
    answers: [['/communities/{community}/membership-requests', EVERYBODY]],
  },
  countMembershipRequests: {
    make: async ({ alice, membershipRequest }) => ({
      by: alice,
      path: `${(await membershipRequest()).path}/count`,
    }),
    answers: [['/communities/{community}/membership-requests/count', EVERYBODY]],
  },
  createMembershipRequest: {
    make: async ({ newcomer, community }) => ({
      by: await newcomer(),
      path: `/communities/${(await community('REQUIRES_APPROVAL')).id}/membership-requests`,
    }),
    answers: [['/communities/{community}/membership-requests', [409, 409, 201, 201]]],
  },
  getMembershipRequest: {
    make: async ({ membershipRequest }) => {
      const { by, path, id } = await membershipRequest()
      return { by, path: `${path}/${id}` }
    },
    answers: [['/communities/{community}/membership-requests/{request}', [200, 200, 403, 403]]],
  },
  decideMembershipRequest: {
    make: async ({ alice, membershipRequest }) => {
      const request = await membershipRequest()
      return at(alice, request.path, request, { status: 'APPROVED' })
    },
    otherBody: { status: 'REJECTED' },
    answers: [
      ['/communities/{community}/membership-requests/{request}', CHANGES_OWN, () => ({ status: 'APPROVED' })],
    ],
  },
  cancelMembershipRequest: {
    make: async ({ membershipRequest }) => {
      const request = await membershipRequest()
      return at(request.by, request.path, request)
    },
    answers: [['/communities/{community}/membership-requests/{request}', CHANGES_OF_THE_PLAYER]],
  },
}
