/** The recipes of notifications, for the convention tests. */
import { newDevice } from './push-service.ts'
import { type Recipes, CREATES, EVERYBODY } from '../conventions/recipe.ts'

const PATH = '/users/me/notifications'
const DEVICES = `${PATH}/devices`

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
  listNotificationDevices: {
    make: async ({ alice }) => ({ by: alice, path: DEVICES }),
    answers: [[DEVICES, EVERYBODY]],
  },
  countNotificationDevices: {
    make: async ({ alice }) => ({ by: alice, path: `${DEVICES}/count` }),
    answers: [[`${DEVICES}/count`, EVERYBODY]],
  },
  createNotificationDevice: {
    make: async ({ pushes, newcomer }) => {
      await pushes()
      return { by: await newcomer(), path: DEVICES, body: { ...newDevice() } }
    },
    otherBody: { name: 'Another browser' },
    answers: [[DEVICES, CREATES, () => newDevice()]],
  },
  deleteNotificationDevice: {
    make: async ({ device }) => {
      const { by, id } = await device()
      return { by, path: `${DEVICES}/${id}` }
    },
    answers: [[`${DEVICES}/{device}`, [204, 404, 404, 404]]],
  },
}
