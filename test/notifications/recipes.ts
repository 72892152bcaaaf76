/** The recipes of notifications, for the convention tests. */
import { type Recipes, EVERYBODY } from '../conventions/recipe.ts'

const PATH = '/users/me/notifications'

export const recipes: Recipes = {
  getNotifications: {
    make: async ({ alice }) => ({ by: alice, path: PATH }),
    answers: [[PATH, EVERYBODY]],
  },
  updateNotifications: {
    make: async ({ alice }) => ({
      by: alice,
      path: PATH,
      etag: (await alice.get(PATH)).etag,
      body: { locale: 'de' },
    }),
    otherBody: { locale: 'en' },
    answers: [[PATH, [412, 412, 412, 412], () => ({ locale: 'de' })]],
  },
  verifyAddress: {
    make: async ({ alice, verification }) => ({
      by: alice,
      path: `${PATH}/verify`,
      body: { secret: await verification() },
    }),
    otherBody: { secret: 'another' },
    answers: [[`${PATH}/verify`, [409, 409, 409, 409], () => ({ secret: 'of-nobody' })]],
  },
}
