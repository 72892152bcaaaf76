/** The recipes of invitations, for the convention tests. */
import {
  type Answers,
  type Recipes,
  CHANGES_OWN,
  EVERYBODY,
  OWN,
  CREATES,
  at,
  within,
} from '../conventions/recipe.ts'
import { idOf } from '../support.ts'

const NO_SECRET = { secret: 'x'.repeat(43) }
const NOT_FOUND: Answers = [404, 404, 404, 404]

export const recipes: Recipes = {
  inviteToGhostPlayer: {
    make: async ({ alice, ghostPlayer }) => ({
      by: alice,
      path: `/ghost-players/${(await ghostPlayer()).id}/invitations`,
      body: { locale: 'de' },
    }),
    otherBody: { locale: 'en' },
    answers: [['/ghost-players/{asked}/invitations', [201, 403, 403, 403], () => ({ locale: 'en' })]],
  },
  inviteUserToGhostPlayer: {
    make: async ({ alice, fellow, ghostPlayer }) => ({
      by: alice,
      path: `/ghost-players/${(await ghostPlayer()).id}/user-invitations`,
      body: { userId: await idOf(await fellow()) },
    }),
    otherBody: { userId: crypto.randomUUID() },
    answers: [
      ['/ghost-players/{asked}/user-invitations', [201, 403, 403, 403], ({ fellow }) => ({ userId: fellow })],
    ],
  },
  answerInvitation: {
    make: async ({ question }) => {
      const made = await question()
      return { ...within(at(made.by, '/invitations', made), 'answer'), body: { isMe: true } }
    },
    otherBody: { isMe: false },
    answers: [['/invitations/{question}/answer', NOT_FOUND, () => ({ isMe: true })]],
  },
  inviteToCommunity: {
    make: async ({ alice, community }) => ({
      by: alice,
      path: `/communities/${(await community()).id}/invitations`,
      body: { uses: 4, days: 7 },
    }),
    otherBody: { uses: 5 },
    answers: [['/communities/{community}/invitations', [201, 403, 403, 403], () => ({ uses: 2 })]],
  },
  inviteTrustedEditor: {
    make: async ({ alice }) => ({ by: alice, path: '/trusted-editors/invitations', body: { locale: 'de' } }),
    otherBody: { locale: 'en' },
    answers: [['/trusted-editors/invitations', CREATES, () => ({ locale: 'en' })]],
  },
  listInvitations: {
    make: async ({ alice }) => ({ by: alice, path: '/invitations' }),
    answers: [['/invitations', EVERYBODY]],
  },
  countInvitations: {
    make: async ({ alice }) => ({ by: alice, path: '/invitations/count' }),
    answers: [['/invitations/count', EVERYBODY]],
  },
  getInvitation: {
    make: async ({ alice, invitation }) => ({ by: alice, path: `/invitations/${(await invitation()).id}` }),
    answers: [['/invitations/{invitation}', OWN]],
  },
  revokeInvitation: {
    make: async ({ alice, invitation }) => at(alice, '/invitations', await invitation()),
    answers: [['/invitations/{invitation}', CHANGES_OWN]],
  },
  acknowledgeInvitation: {
    make: async ({ alice, invitation }) =>
      within(at(alice, '/invitations', await invitation()), 'acknowledge'),
    answers: [['/invitations/{invitation}/acknowledge', CHANGES_OWN]],
  },
  lookUpInvitation: {
    make: async ({ bob, invitation }) => ({
      by: bob,
      path: '/invitations/look-up',
      body: { secret: (await invitation()).secret },
    }),
    otherBody: NO_SECRET,
    answers: [
      ['/invitations/look-up', EVERYBODY, ({ secret }) => ({ secret })],
      ['/invitations/look-up', NOT_FOUND, () => NO_SECRET],
    ],
  },
  declineInvitation: {
    make: async ({ bob, invitation }) => ({
      by: bob,
      path: '/invitations/decline',
      body: { secret: (await invitation()).secret },
    }),
    otherBody: NO_SECRET,
    answers: [['/invitations/decline', NOT_FOUND, () => NO_SECRET]],
  },
  acceptInvitation: {
    make: async ({ bob, invitation }) => ({
      by: bob,
      path: '/invitations/accept',
      body: { secret: (await invitation()).secret },
    }),
    otherBody: NO_SECRET,
    answers: [
      // Only the first person who accepts succeeds. The stranger sends first, and the recorder last.
      ['/invitations/accept', [409, 404, 404, 200], ({ secret }) => ({ secret })],
      ['/invitations/accept', NOT_FOUND, () => NO_SECRET],
    ],
  },
}
