/** The recipes of webhooks, for the convention tests. */
import { type Recipes, NOBODY, at } from '../conventions/recipe.ts'

const body = { url: 'https://hooks.example.org/scorebook', kinds: ['game.created'] }
/** What the kind of event above needs. */
const handsOn = ['svc-engine:event-read', 'svc-engine:game-read']

export const recipes: Recipes = {
  listWebhooks: {
    make: async ({ root }) => ({ by: root, path: '/webhooks' }),
    answers: [['/webhooks', NOBODY]],
  },
  countWebhooks: {
    make: async ({ root }) => ({ by: root, path: '/webhooks/count' }),
    answers: [['/webhooks/count', NOBODY]],
  },
  createWebhook: {
    make: async ({ root }) => ({ by: root, path: '/webhooks', body }),
    handsOn,
    otherBody: { description: 'Another' },
    answers: [['/webhooks', NOBODY, () => body]],
  },
  getWebhook: {
    make: async ({ root, webhook }) => at(root, '/webhooks', await webhook()),
    answers: [['/webhooks/{webhook}', NOBODY]],
  },
  updateWebhook: {
    make: async ({ root, webhook }) => at(root, '/webhooks', await webhook(), { description: 'Chat' }),
    handsOn,
    otherBody: { description: 'Another' },
    answers: [['/webhooks/{webhook}', NOBODY, () => ({ enabled: false })]],
  },
  deleteWebhook: {
    make: async ({ root, webhook }) => at(root, '/webhooks', await webhook()),
    answers: [['/webhooks/{webhook}', NOBODY]],
  },
  renewWebhookSecret: {
    make: async ({ root, webhook }) => ({ by: root, path: `/webhooks/${(await webhook()).id}/secret` }),
    answers: [['/webhooks/{webhook}/secret', NOBODY]],
  },
  testWebhook: {
    make: async ({ root, webhook }) => ({ by: root, path: `/webhooks/${(await webhook()).id}/test` }),
    answers: [['/webhooks/{webhook}/test', NOBODY]],
  },
  replayWebhook: {
    make: async ({ root, webhook }) => ({
      by: root,
      path: `/webhooks/${(await webhook()).id}/replay`,
      body: { since: '2026-01-15T19:30:00Z' },
    }),
    otherBody: { since: '2026-01-16T19:30:00Z' },
    answers: [['/webhooks/{webhook}/replay', NOBODY, () => ({ since: '2026-01-15T19:30:00Z' })]],
  },
  listWebhookDeliveries: {
    make: async ({ root, webhook }) => ({ by: root, path: `/webhooks/${(await webhook()).id}/deliveries` }),
    answers: [['/webhooks/{webhook}/deliveries', NOBODY]],
  },
  countWebhookDeliveries: {
    make: async ({ root, webhook }) => ({
      by: root,
      path: `/webhooks/${(await webhook()).id}/deliveries/count`,
    }),
    answers: [['/webhooks/{webhook}/deliveries/count', NOBODY]],
  },
  replayWebhookDelivery: {
    async make({ root, webhook }) {
      const { id } = await webhook()
      const ping = await root.post(`/webhooks/${id}/test`)
      return { by: root, path: `/webhooks/${id}/deliveries/${ping.body.id}/replay` }
    },
    answers: [['/webhooks/{webhook}/deliveries/{webhook}/replay', NOBODY]],
  },
}
