/** The recipes of privacy settings, for the convention tests. */
import assert from 'node:assert/strict'
import { type Prepared, type Recipes, CHANGES_OWN, EVERYBODY, OWN } from '../../conventions/recipe.ts'
import type { Person } from '../../support.ts'

export const recipes: Recipes = {
  listPrivacySettings: {
    make: async ({ alice }) => ({ by: alice, path: '/privacy-settings' }),
    answers: [['/privacy-settings', EVERYBODY]],
  },
  countPrivacySettings: {
    make: async ({ alice }) => ({ by: alice, path: '/privacy-settings/count' }),
    answers: [['/privacy-settings/count', EVERYBODY]],
  },
  getPrivacySetting: {
    make: async ({ alice }) => ({ by: alice, path: (await settingOf(alice)).path }),
    answers: [['/privacy-settings/{setting}', OWN]],
  },
  updatePrivacySetting: {
    make: async ({ alice, group }) => ({
      ...(await settingOf(alice)),
      body: { level: 'PRIVILEGED_ACCESS', groupIds: [(await group()).id] },
    }),
    otherBody: { level: 'PUBLIC' },
    answers: [['/privacy-settings/{setting}', CHANGES_OWN, () => ({ level: 'PUBLIC' })]],
  },
}

/** Opens a person's profile to everybody. */
export async function showProfile(person: Person): Promise<void> {
  const [setting] = (await person.get('/privacy-settings?filter=dataType==PROFILE')).body.items
  const { status, text } = await person.patch(`/privacy-settings/${setting.id}`, { level: 'PUBLIC' }, '*')
  assert.equal(status, 200, text)
}

async function settingOf(by: Person): Promise<Prepared> {
  const [setting] = (await by.get('/privacy-settings')).body.items
  const path = `/privacy-settings/${setting.id}`
  return { by, path, etag: (await by.get(path)).etag }
}
