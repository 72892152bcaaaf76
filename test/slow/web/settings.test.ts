/** The settings in a browser: the name that others see, the appearance, and the language. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../../src/api.ts'
import { usersNamed } from '../../../src/resources/users/named.ts'
import { callsOfApp, importTexts, readTexts } from '../../../src/pages/app/texts.ts'
import { type AppPerson, deskOf, visit, shareApp, skip } from '../../web/site.ts'
import { done, playerOf } from '../../web/table.ts'

const site = shareApp(async ({ db }) => {
  await importTexts(callsOfApp(operations, db, usersNamed), await readTexts())
})

test('a name is changed, and one that is none is refused beside its field', { skip }, async (t) => {
  const who = await site.person('Ulla')
  const { page, complaints } = await deskOf(t, site, who)
  await visit(page, site, '/settings')
  const name = page.getByLabel('Everyone who may see your profile')
  await name.fill('x'.repeat(101))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.field.wrong .fault').waitFor()
  await name.fill('Ulla <script>')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.app-top .app-me', { hasText: 'Ulla <script>' }).waitFor()
  assert.equal((await who.get('/users/me')).body.displayName, 'Ulla <script>')
  assert.deepEqual(complaints, [])
})

test('the appearance overrides the system, and stays', { skip }, async (t) => {
  const { page } = await deskOf(t, site, await site.person('Vito'), { colorScheme: 'light' })
  await visit(page, site, '/settings')
  const paper = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
  const light = await paper()
  await page.getByLabel('Dark').check()
  const dark = await paper()
  assert.notEqual(dark, light)
  await page.reload()
  await page.getByLabel('Dark').waitFor()
  assert.equal(await paper(), dark)
  await page.getByLabel('Same as the system').check()
  assert.equal(await paper(), light)
})

test(
  'the language is chosen here, and stays; the first one is what the browser prefers',
  { skip },
  async (t) => {
    const { page } = await deskOf(t, site, await site.person('Wanda'), { locale: 'en' })
    await visit(page, site, '/settings')
    await page.getByLabel('Deutsch').check()
    await page.getByRole('heading', { name: 'Einstellungen' }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.lang'), 'de')
    await page.goto(`${site.url}/matches`)
    await page.getByText('Noch keine Partien').waitFor()
    await page.goto(`${site.url}/settings`)
    await page.getByLabel('Wie der Browser').check()
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
  },
)

/** What the service has of who sees somebody, by the kind of data. */
async function levelsOf(who: AppPerson): Promise<Record<string, string>> {
  const { body } = await who.get('/privacy-settings')
  return Object.fromEntries(
    body.items.map(({ dataType, level }: { dataType: string; level: string }) => [dataType, level]),
  )
}

test('who sees one is chosen in three sentences, and others then do', { skip }, async (t) => {
  const [who, other] = await Promise.all([site.person('Xenia'), site.person('Yara')])
  const { page, complaints } = await deskOf(t, site, who)
  await visit(page, site, '/settings')
  const of = (name: string) => page.getByRole('group', { name, exact: true })
  await of('Your profile').waitFor()
  assert.equal(await of('Your profile').getByLabel('Only me').isChecked(), true)
  assert.equal(
    await page.getByLabel('People I choose').count(),
    0,
    'without a group there is nobody to choose',
  )
  const mine = `${site.url}/people/${await playerOf(who)}`
  const { page: theirs, context: another } = await deskOf(t, site, other)
  t.after(() => another.close())
  await theirs.goto(mine)
  await theirs.getByRole('heading', { name: 'You can’t see this history' }).waitFor()
  const refused = await theirs.locator('main').innerText()
  assert.doesNotMatch(refused, /canonical/)
  assert.equal(refused.match(/can’t see/g)?.length, 1, refused)

  await of('Your profile').getByLabel('Everybody here').check()
  await of('Your matches').getByLabel('Everybody here').check()
  assert.deepEqual(await levelsOf(who), {
    PROFILE: 'PRIVATE',
    MATCH_HISTORY: 'PRIVATE',
    MATCH_DETAILS: 'PRIVATE',
  })
  await page.getByRole('button', { name: 'Save who sees you' }).click()
  await page.getByText('Saved.').waitFor()
  assert.deepEqual(await levelsOf(who), {
    PROFILE: 'PUBLIC',
    MATCH_HISTORY: 'PUBLIC',
    MATCH_DETAILS: 'PRIVATE',
  })
  await theirs.reload()
  await theirs.getByRole('heading', { level: 1, name: 'Xenia' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('a group is let in, and a choice that was changed elsewhere is not overwritten', { skip }, async (t) => {
  const who = await site.person('Zoran')
  done(await who.post('/groups', { displayName: 'Thursday' }))
  const { page } = await deskOf(t, site, who)
  await visit(page, site, '/settings')
  const details = page.getByRole('group', { name: 'Results of your matches', exact: true })
  await details.getByLabel('People I choose').check()
  await page.getByRole('button', { name: 'Save who sees you' }).click()
  await page.getByText('Choose at least one group.').waitFor()
  await details.getByLabel('Thursday').check()
  await page.getByRole('button', { name: 'Save who sees you' }).click()
  await page.getByText('Saved.').waitFor()
  assert.equal((await levelsOf(who))['MATCH_DETAILS'], 'PRIVILEGED_ACCESS')

  await details.getByLabel('Everybody here').check()
  const { body } = await who.get('/privacy-settings')
  const { id } = body.items.find(({ dataType }: { dataType: string }) => dataType === 'MATCH_DETAILS')
  done(await who.patch(`/privacy-settings/${id}`, { level: 'PRIVATE' }, '*'), 200)
  await page.getByRole('button', { name: 'Save who sees you' }).click()
  await page.getByText('This was changed elsewhere in the meantime').waitFor()
  assert.equal((await levelsOf(who))['MATCH_DETAILS'], 'PRIVATE')
  await details.getByLabel('Only me').and(page.locator(':checked')).waitFor()
})
