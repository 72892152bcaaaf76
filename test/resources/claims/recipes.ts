/** The recipes of claim requests and claim edges, for the convention tests. */
import {
  type Recipes,
  CHANGES_OF_THE_PLAYER,
  CHANGES_OWN,
  CREATES,
  EVERYBODY,
  at,
} from '../../conventions/recipe.ts'

export const recipes: Recipes = {
  listClaimRequests: {
    make: async ({ bob }) => ({ by: bob, path: '/claim-requests' }),
    answers: [['/claim-requests', EVERYBODY]],
  },
  countClaimRequests: {
    make: async ({ bob }) => ({ by: bob, path: '/claim-requests/count' }),
    answers: [['/claim-requests/count', EVERYBODY]],
  },
  createClaimRequest: {
    make: async ({ bob, ghostPlayer }) => ({
      by: bob,
      path: '/claim-requests',
      body: { ghostPlayerId: (await ghostPlayer()).id },
    }),
    otherBody: { message: 'Other' },
    answers: [
      // Anybody may claim a ghost player: its owner decides.
      ['/claim-requests', CREATES, ({ free }) => ({ ghostPlayerId: free })],
    ],
  },
  getClaimRequest: {
    make: async ({ bob, claimRequest }) => ({
      by: bob,
      path: `/claim-requests/${(await claimRequest()).id}`,
    }),
    answers: [['/claim-requests/{claim}', [200, 200, 403, 403]]],
  },
  decideClaimRequest: {
    make: async ({ alice, claimRequest }) =>
      at(alice, '/claim-requests', await claimRequest(), { status: 'APPROVED' }),
    otherBody: { status: 'REJECTED' },
    answers: [['/claim-requests/{claim}', CHANGES_OWN, () => ({ status: 'APPROVED' })]],
  },
  cancelClaimRequest: {
    make: async ({ bob, claimRequest }) => at(bob, '/claim-requests', await claimRequest()),
    answers: [['/claim-requests/{claim}', CHANGES_OF_THE_PLAYER]],
  },
  listClaimEdges: {
    make: async ({ bob }) => ({ by: bob, path: '/claim-edges' }),
    answers: [['/claim-edges', EVERYBODY]],
  },
  countClaimEdges: {
    make: async ({ bob }) => ({ by: bob, path: '/claim-edges/count' }),
    answers: [['/claim-edges/count', EVERYBODY]],
  },
  getClaimEdge: {
    make: async ({ bob, playedMatch }) => ({
      by: bob,
      path: `/claim-edges/${(await playedMatch()).claimEdgeId}`,
    }),
    answers: [['/claim-edges/{edge}', [200, 200, 403, 403]]],
  },
  revokeClaimEdge: {
    make: async ({ alice, playedMatch }) =>
      at(alice, '/claim-edges', { id: (await playedMatch()).claimEdgeId, etag: '"1"' }),
    answers: [['/claim-edges/{edge}', [412, 412, 403, 403]]],
  },
}
