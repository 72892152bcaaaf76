/** The inbox in a browser: claims get a yes or a no, and the focus goes from slip to slip. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Person } from '../../support.ts'
import { deskOf, visit, shareApp, skip, until, withoutEvents } from '../../web/site.ts'
import { HOSTILE, done, newGame, newMatch, newStandIn, selfOf } from '../../web/table.ts'
import { correct, evening, round, seatIn } from '../../web/truth.ts'

const site = shareApp()

test('a claim on a stand-in gets a yes or a no', { skip }, async (t) => {
  const host = await site.person('Quentin')
  const [self, bruno, carla, game] = await Promise.all([
    selfOf(host),
    newStandIn(host, 'Bruno'),
    newStandIn(host, 'Carla'),
    newGame(site, 'Ember Keepers'),
  ])
  for (const id of [bruno, carla])
    await newMatch(host, game, [
      { id: self, score: 1 },
      { id, score: 2 },
    ])
  const [yes, no] = await Promise.all([site.person('Bruno Bach'), site.person('Carla Christ')])
  done(await yes.post('/claim-requests', { ghostPlayerId: bruno, message: HOSTILE[0] }))
  done(await no.post('/claim-requests', { ghostPlayerId: carla }))
  const { page, complaints } = await deskOf(t, site, host)
  await visit(page, site, '/inbox')
  await slip(page, 'Bruno').getByText('Then it counts for').waitFor()
  await slip(page, 'Bruno').locator('q', { hasText: '<script>' }).waitFor()
  await slip(page, 'Bruno')
    .getByRole('button', { name: /^Yes, that is/ })
    .click()
  await page.locator('.slip-decided', { hasText: 'is your' }).waitFor()
  assert.equal(done(await yes.get('/claim-requests'), 200).items[0].status, 'APPROVED')

  await slip(page, 'Carla').getByRole('button', { name: 'Somebody else' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Say no' }).click()
  await page.locator('.slip-decided', { hasText: 'is somebody else' }).waitFor()
  const { items } = done(await no.get('/claim-requests'), 200)
  assert.deepEqual([items.length, items[0].status], [1, 'REJECTED'])
  assert.deepEqual(complaints, [])
})

test(
  'after an answer the focus goes on to the next slip, and in the end to the heading',
  { skip },
  async (t) => {
    const host = await site.person('Ruth')
    for (const name of ['Ada', 'Bruno', 'Carla']) {
      const ghostPlayerId = await newStandIn(host, name)
      done(await (await site.person(`${name} of Ruth`)).post('/claim-requests', { ghostPlayerId }))
    }
    const { page } = await deskOf(t, site, host)
    await visit(page, site, '/inbox')
    await slip(page, 'Ada').getByRole('button', { name: /^Yes/ }).press('Enter')
    await slip(page, 'Bruno').and(page.locator(':focus')).waitFor()
    await slip(page, 'Bruno').getByRole('button', { name: 'Somebody else' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Say no' }).press('Enter')
    await slip(page, 'Carla').and(page.locator(':focus')).waitFor()
    await slip(page, 'Carla').getByRole('button', { name: /^Yes/ }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).and(page.locator(':focus')).waitFor()
  },
)

test(
  'whoever asked is shown the answer, with what was decided, and it is counted until they have seen it',
  { skip },
  async (t) => {
    const made = await round(site, 'Selma')
    const match = await evening(made)
    const { person, standIn } = made.bruno
    const edit = await correct(person, match, standIn, { score: 47 })
    const other = await evening(made)
    const approved = await correct(person, other, standIn, { score: 44 })
    const { page, complaints } = await deskOf(t, site, person)
    const isSeen = page.waitForResponse(
      (one) => one.request().method() === 'PUT' && one.url().endsWith('/inbox/seen'),
    )
    await visit(page, site, '/inbox')
    await page.getByRole('list', { name: 'You are waiting for' }).getByText('41 → 47').waitFor()
    await isSeen // the answer to the claim
    const count = (of: Page) => of.locator('.app-count').filter({ visible: true })
    await count(page).waitFor({ state: 'detached' })
    await visit(page, site, '/games')
    const decide = async (path: string, status: string) =>
      done(await made.host.patch(path, { status }, '*'), 200)
    await decide(`/matches/${match}/edits/${edit}`, 'REJECTED')
    await decide(`/matches/${other}/edits/${approved}`, 'APPROVED')
    const { page: second } = await deskOf(t, site, person)
    await visit(second, site, '/')
    for (const one of [page, second]) await count(one).filter({ hasText: '2' }).waitFor()
    await second.getByRole('link', { name: '2 for you in the inbox' }).waitFor()
    await page.getByRole('link', { name: /^Inbox/ }).click()
    const answers = page.getByRole('list', { name: 'Answers to you' }).getByRole('listitem')
    const rejected = answers.filter({ hasText: /Selma\W* rejected your correction of .*Copper Lights/ })
    await rejected.getByText('Your score 41 → 47').waitFor()
    await answers
      .filter({ hasText: /approved your correction/ })
      .getByText('Your score 41 → 44')
      .waitFor()
    // The claim of the round was approved too.
    await answers.filter({ hasText: /Selma\W* agrees that you are the stand-in .*Bruno/ }).waitFor()
    await count(page).waitFor({ state: 'detached' })
    await visit(second, site, '/matches')
    await second.getByRole('heading', { level: 1, name: 'Matches' }).waitFor()
    await until(
      second,
      `performance.getEntriesByType('resource').some(({ name }) => name.includes('/users/me/inbox/count'))`,
    )
    assert.equal(await count(second).count(), 0, 'what one device has shown, the other does not count')
    await rejected.getByRole('link').click()
    await page.waitForURL(`**/matches/${match}`)
    assert.deepEqual(complaints, [])
  },
)

test('a claim that was taken back meanwhile is said to be gone', { skip }, async (t) => {
  const host = await site.person('Rosa')
  const dario = await newStandIn(host, 'Dario')
  const asking = await site.person('Dario Dorn')
  const { id } = done(await asking.post('/claim-requests', { ghostPlayerId: dario }))
  const { page } = await deskOf(t, site, host)
  // The page gets no events, so that it learns from the answer that the claim was withdrawn.
  await page.route('**/events', (route) => route.abort())
  await visit(page, site, '/inbox')
  await slip(page, 'Dario').getByRole('button', { name: /^Yes/ }).waitFor()
  assert.equal((await asking.delete(`/claim-requests/${id}`, '*')).status, 204)
  await slip(page, 'Dario').getByRole('button', { name: /^Yes/ }).click()
  await page.locator('.slip-decided', { hasText: 'withdrew this' }).waitFor()
})

test('a slip that ended elsewhere keeps its height, so the button below it stays', { skip }, async (t) => {
  const made = await round(site, 'Tilda')
  const match = await evening(made)
  const gone = await correct(made.carla.person, match, made.carla.standIn, { score: 40 })
  await correct(made.bruno.person, match, made.bruno.standIn, { score: 47 })
  const { page } = await deskOf(t, site, made.host)
  await visit(page, site, '/inbox')
  const button = page
    .locator('.slip-open', { hasText: /Bruno of Tilda\W* corrects/ })
    .getByRole('button', { name: /^Approve/ })
  await button.waitFor()
  const before = await button.boundingBox()
  assert.equal((await made.carla.person.delete(`/matches/${match}/edits/${gone}`, '*')).status, 204)
  await page.locator('.slip-decided', { hasText: 'withdrew this' }).waitFor()
  assert.equal((await button.boundingBox())?.y, before?.y)
})

test('a dispute whose words change is never answered with the old number', { skip }, async (t) => {
  const made = await round(site, 'Ulla')
  const match = await evening(made)
  const { person, standIn } = made.bruno
  const seat = await seatIn(person, match, standIn)
  const path = `/matches/${match}/participants/${seat}/dispute`
  const say = async (reason: string) => done(await person.post(path, { reason }, { 'if-match': '*' }), 200)
  await say('I had 49.')
  const { page } = await deskOf(t, site, made.host)
  await withoutEvents(page) // the answer shows the change
  await visit(page, site, '/inbox')
  await page.getByText('I had 49.').waitFor()
  done(await person.delete(path, '*'), 200)
  await say('I had 51.')
  await page.getByRole('button', { name: /^Make this correction/ }).click()
  await page.getByRole('button', { name: /^Approve anyway/ }).waitFor()
  const { participants } = done(await person.get(`/matches/${match}`), 200)
  assert.equal(participants.find(({ id }: { id: string }) => id === seat).score, 41)

  const { page: other } = await deskOf(t, site, made.host)
  await visit(other, site, '/inbox')
  await other.getByText('I had 51.').waitFor()
  done(await person.delete(path, '*'), 200)
  await say('I had 52.')
  await other.locator('.slip-open', { hasText: 'I had 52.' }).waitFor()
})

test(
  'the use of a code is read and acknowledged, and the item comes again with the next use',
  { skip },
  async (t) => {
    const host = await site.person('Sven')
    const { id } = done(await host.post('/communities', { displayName: 'Thursdays', joinPolicy: 'OPEN' }))
    const { secret } = done(await host.post(`/communities/${id}/invitations`))
    const join = async (name: string) =>
      done(await (await site.person(name)).post('/invitations/accept', { secret }), 200)
    await join('Ada of Sven')
    const { page, complaints } = await deskOf(t, site, host)
    await visit(page, site, '/inbox')
    const count = page.locator('.app-count')
    await count.filter({ hasText: '1' }).waitFor()
    await page.getByRole('heading', { name: /Ada of Sven.* has joined/ }).waitFor()
    await page.getByRole('button', { name: 'OK' }).click()
    await page.locator('.slip-decided', { hasText: 'has joined' }).waitFor()
    await count.waitFor({ state: 'detached' })
    await join('Bruno of Sven')
    await page.getByRole('heading', { name: /Bruno of Sven.* has joined/ }).waitFor()
    await count.filter({ hasText: '1' }).waitFor()
    await join('Carla of Sven')
    await page.getByRole('heading', { name: /Carla of Sven.*Bruno of Sven.* have joined/ }).waitFor()
    await page.getByRole('button', { name: 'OK' }).click()
    await count.waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
  },
)

test(
  'whoever disputes a result again after its correction is in an inbox that stayed open',
  { skip },
  async (t) => {
    const made = await round(site, 'Vera')
    const match = await evening(made)
    const { person, standIn } = made.bruno
    const seat = await seatIn(person, match, standIn)
    const say = async (reason: string) =>
      done(
        await person.post(`/matches/${match}/participants/${seat}/dispute`, { reason }, { 'if-match': '*' }),
        200,
      )
    await say('I had 49.')
    const { page } = await deskOf(t, site, made.host)
    await visit(page, site, '/inbox')
    await slip(page, 'I had 49.').waitFor()
    // The page reads the list again only when it has the next dispute, so it never sees the list without one.
    const { promise: again, resolve: readAgain } = Promise.withResolvers<void>()
    await page.route(/\/users\/me\/inbox\?/, async (route) => {
      await again
      await route.continue()
    })
    await slip(page, 'I had 49.')
      .getByRole('button', { name: /^Make this correction/ })
      .click()
    await page.locator('.slip-decided', { hasText: 'Corrected.' }).waitFor()
    await slip(page, 'I had 49.').waitFor({ state: 'detached' })
    await page.locator('.app-count').filter({ visible: true }).waitFor({ state: 'detached' })
    await say('No, it was 50.')
    readAgain()
    await slip(page, 'No, it was 50.').waitFor()
  },
)

test('answers stay new without a network, and are seen as soon as it is back', { skip }, async (t) => {
  const [grantor, editor] = [await site.person('Wanda'), await site.person('Xaver')]
  const { id } = done(await grantor.post('/trusted-editors', { userId: await userIdOf(editor) }))
  const { page, context, complaints } = await deskOf(t, site, editor)
  await page.route('**/users/me/inbox/seen', (route) => route.abort())
  await visit(page, site, '/inbox')
  const answers = page.getByRole('list', { name: 'Answers to you' }).getByRole('listitem')
  await answers.filter({ hasText: /Wanda\W* lets you correct matches without asking/ }).waitFor()
  const count = page.locator('.app-count').filter({ visible: true })
  await count.filter({ hasText: '1' }).waitFor()
  await page.unroute('**/users/me/inbox/seen')
  assert.equal((await grantor.delete(`/trusted-editors/${id}`, '*')).status, 204)
  await answers.filter({ hasText: 'no longer lets you correct' }).waitFor()
  await count.waitFor({ state: 'detached' })
  await context.setOffline(true)
  await page.reload()
  await answers.filter({ hasText: 'no longer lets you correct' }).waitFor()
  assert.deepEqual(
    complaints.filter((one) => !one.startsWith('Failed to load resource')),
    [],
  )
})

test('a disputer reads in the inbox who corrected the result', { skip }, async (t) => {
  const made = await round(site, 'Yara')
  const match = await evening(made)
  const { person, standIn } = made.bruno
  const seat = await seatIn(person, match, standIn)
  const dispute = `/matches/${match}/participants/${seat}/dispute`
  done(await person.post(dispute, { reason: 'I had 49.' }, { 'if-match': '*' }), 200)
  const { page: hers } = await deskOf(t, site, made.host)
  await visit(hers, site, '/inbox')
  await slip(hers, 'I had 49.')
    .getByRole('button', { name: /^Make this correction/ })
    .click()
  await hers.locator('.slip-decided', { hasText: 'Corrected.' }).waitFor()
  const { page, complaints } = await deskOf(t, site, person)
  await visit(page, site, '/inbox')
  const answer = page
    .getByRole('list', { name: 'Answers to you' })
    .getByRole('listitem')
    .filter({ hasText: /Yara\W* corrected the result of .*Copper Lights\W* that you disputed/ })
  await answer.getByText('Your score 41 → 49').waitFor()
  await answer.getByRole('link').click()
  await page.waitForURL(`**/matches/${match}`)
  assert.deepEqual(complaints, [])
})

const userIdOf = async (person: Person): Promise<string> => done(await person.get('/users/me'), 200).id

const slip = (page: Page, name: string) => page.locator('.slip-open', { hasText: name })
