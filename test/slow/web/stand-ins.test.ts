/** Stand-ins in a browser: named, found, renamed, deleted and claimed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deskOf, visit, shareApp, skip } from '../../web/site.ts'
import { claim, done, newGame, newMatch, newStandIn, selfOf } from '../../web/table.ts'

const site = shareApp()

test('somebody names a stand-in, finds it, renames and deletes it', { skip }, async (t) => {
  const host = await site.person('Olaf')
  const { page, complaints } = await deskOf(t, site, host)
  await visit(page, site, '/stand-ins')
  await page.getByText('No stand-ins except your own').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Rename' }).count(), 0, 'one’s own is locked')
  await page.getByRole('button', { name: 'New stand-in' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(' \u200b ')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('dialog .fault').waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Bruno "*" \\')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('2 stand-ins').waitFor()

  await page.getByLabel('Search stand-ins').fill('"*')
  await page.getByText('1 stand-in', { exact: true }).waitFor()
  assert.equal(new URL(page.url()).searchParams.get('name'), '"*')
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Bruno "*" Baum')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('.lines strong', { hasText: 'Bruno "*" Baum' }).waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.locator('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No stand-in has this name').waitFor()
  await page.getByRole('link', { name: 'Show all stand-ins' }).click()
  await page.getByText('No stand-ins except your own').waitFor()
  assert.deepEqual(complaints, [])
})

test(
  'matches, claims and requests stand with each; a claim that is deleted ends as was said',
  { skip },
  async (t) => {
    const host = await site.person('Pina')
    const [self, bruno, carla, game] = await Promise.all([
      selfOf(host),
      newStandIn(host, 'Bruno'),
      newStandIn(host, 'Carla'),
      newGame(site, 'Ember Keepers'),
    ])
    for (let n = 0; n < 2; n++)
      await newMatch(host, game, [
        { id: self, score: 1 },
        { id: bruno, score: 2 },
      ])
    await claim(host, bruno, await site.person('Bruno Berg'))
    const asking = await site.person('Carla Conti')
    done(await asking.post('/claim-requests', { ghostPlayerId: carla, message: 'In spring.' }))
    const { page } = await deskOf(t, site, host)
    await visit(page, site, '/stand-ins')
    const row = (name: string) =>
      page.locator('.lines > li', { has: page.locator('strong', { hasText: name }) })
    await row('Bruno').getByText('claimed by').waitFor()
    await row('Bruno').getByText('2 matches').waitFor()
    await row('Carla').getByText('says: this stand-in is me').waitFor()
    assert.equal(await row('Carla').getByRole('link', { name: 'Answer in your inbox' }).count(), 1)
    await row('Bruno').getByText('2 matches').click()
    await page.locator('.lines .match-line').nth(1).waitFor()
    await page.goBack()
    await row('Bruno').getByRole('button', { name: 'Delete' }).click()
    await page
      .locator('dialog', { hasText: 'This ends the claim of' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await row('Bruno').waitFor({ state: 'detached' })
  },
)

test('what the service refuses is its sentence, and the dialog stays', { skip }, async (t) => {
  const host = await site.person('Quirin')
  const id = await newStandIn(host, 'Bruno')
  const { page } = await deskOf(t, site, host)
  await visit(page, site, '/stand-ins')
  await page.getByRole('button', { name: 'Delete' }).click()
  done(await host.delete(`/ghost-players/${id}`, '*'), 204)
  await page.locator('dialog').getByRole('button', { name: 'Delete' }).click()
  const refused = await page.locator('dialog .problem').innerText()
  assert.match(refused, /^[A-Z].*\.$/m)
  assert.ok(!/\b404\b/.test(refused))
})

test('the page says nothing about claims that could not be read', { skip }, async (t) => {
  const host = await site.person('Rolf')
  await newStandIn(host, 'Bruno')
  const { page } = await deskOf(t, site, host)
  const failed = Promise.withResolvers<void>()
  let tries = 0
  page.on('requestfailed', (request) => {
    if (request.url().includes('/claim-edges') && ++tries === 4) failed.resolve()
  })
  await page.route('**/claim-edges?**', (route) => route.abort())
  await visit(page, site, '/stand-ins')
  await failed.promise
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  assert.match(await page.locator('.lines .detail').first().innerText(), /^no matches$/)
})

test('links in rows are as high as a finger', { skip }, async (t) => {
  const host = await site.person('Sina')
  const [self, bruno, game] = await Promise.all([
    selfOf(host),
    newStandIn(host, 'Bruno'),
    newGame(site, 'Ember Keepers'),
  ])
  await newMatch(host, game, [
    { id: self, score: 1 },
    { id: bruno, score: 2 },
  ])
  const { page } = await deskOf(t, site, host, { viewport: { width: 360, height: 740 } })
  await visit(page, site, '/stand-ins')
  const link = page.locator('.detail a', { hasText: 'Bruno' })
  assert.ok(((await link.boundingBox())?.height ?? 0) >= 44, JSON.stringify(await link.boundingBox()))
})

test(
  'the page of a stand-in has its code, and points to the inbox where a claim waits',
  { skip },
  async (t) => {
    const host = await site.person('Tilda')
    const bruno = await newStandIn(host, 'Bruno')
    const asking = await site.person('Bruno Bauer')
    done(await asking.post('/claim-requests', { ghostPlayerId: bruno }))
    const { page, complaints } = await deskOf(t, site, host)
    await visit(page, site, `/stand-ins/${bruno}`)
    await page.getByText('says: this stand-in is me').waitFor()
    await page.getByRole('button', { name: 'Make a code' }).click()
    await page.locator('.sheet.code').waitFor()
    await page.getByRole('link', { name: 'Answer in your inbox' }).click()
    await page.getByRole('button', { name: /^Yes, that is/ }).click()
    await page.locator('.slip-decided').waitFor()
    await visit(page, site, `/stand-ins/${bruno}`)
    await page.getByText(/Bruno Bauer.* has claimed the stand-in/).waitFor()
    assert.equal(await page.locator('.code-part').count(), 0)
    assert.deepEqual(complaints, [])
  },
)

test('somebody says that they are a stand-in where they never sat with it', { skip }, async (t) => {
  const host = await site.person('Ulla')
  const [self, bruno, carla, game] = await Promise.all([
    selfOf(host),
    newStandIn(host, 'Bruno'),
    newStandIn(host, 'Carla'),
    newGame(site, 'Ember Keepers'),
  ])
  const claims = await site.person('Bruno Bauer')
  for (const other of [carla, self])
    await newMatch(host, game, [
      { id: bruno, score: 1 },
      { id: other, score: 2 },
    ])
  const [one, two] = [await newStandIn(host, 'Bruno'), await newStandIn(host, 'Dora')]
  const { id } = done(await host.post('/communities', { displayName: 'We', joinPolicy: 'OPEN' }))
  done(await claims.post(`/communities/${id}/memberships`))
  await newMatch(
    host,
    game,
    [
      { id: one, score: 1 },
      { id: two, score: 2 },
    ],
    { communityId: id },
  )
  await claim(host, bruno, claims)
  const { page } = await deskOf(t, site, claims)
  const offer = page.getByRole('button', { name: 'This is me' })
  for (const metOrSelf of [carla, self]) {
    await visit(page, site, `/stand-ins/${metOrSelf}`)
    await page.locator('.figures').waitFor()
    assert.equal(await offer.count(), 0)
  }
  await visit(page, site, `/stand-ins/${one}`)
  await offer.click()
  await page.getByText('has not answered yet').waitFor()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await offer.waitFor()
})
