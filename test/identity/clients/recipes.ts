/** The recipes of clients of the OpenID provider, for the convention tests. */
import { type Recipes, NOBODY } from '../../conventions/recipe.ts'

const body = {
  displayName: 'Score sheets',
  kind: 'WEB',
  redirectUris: ['https://sheets.example.org/callback'],
  scopes: ['svc-engine:match-read'],
}

export const recipes: Recipes = {
  listClients: {
    make: async ({ root }) => ({ by: root, path: '/clients' }),
    answers: [['/clients', NOBODY]],
  },
  countClients: {
    make: async ({ root }) => ({ by: root, path: '/clients/count' }),
    answers: [['/clients/count', NOBODY]],
  },
  createClient: {
    make: async ({ root }) => ({ by: root, path: '/clients', body }),
    handsOn: body.scopes,
    otherBody: { displayName: 'Other' },
    answers: [['/clients', NOBODY, () => body]],
  },
  renewClientSecret: {
    make: async ({ root }) => {
      const made = await root.post('/clients', body)
      return { by: root, path: `/clients/${made.body.id}/secret` }
    },
    handsOn: body.scopes,
    answers: [['/clients/{client}/secret', NOBODY]],
  },
  deleteClient: {
    make: async ({ root, client }) => ({ by: root, path: `/clients/${(await client()).id}` }),
    answers: [['/clients/{client}', NOBODY]],
  },
}
