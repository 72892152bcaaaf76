/**
 * The list of matches and a match's page in a browser: filters, reading, finishing, disputing and claiming. Nobody sees too much.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { type AppPerson, deskOf, settled, visit, shareApp, skip } from '../../web/site.ts'
import { HOSTILE, claim, done, newGame, newMatch, newStandIn, selfOf } from '../../web/table.ts'

const site = shareApp()

/** Opens a page for somebody. At the end of the test, the browser may have complained only about a lost network. */
async function at(t: TestContext, who: AppPerson, path: string): Promise<Page> {
  const { page, complaints } = await deskOf(t, site, who)
  t.after(() => {
    assert.deepEqual(
      complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED')),
      [],
    )
  })
  await visit(page, site, path)
  return page
}

/** By how many pixels the page gets shorter without each of its live regions that say nothing now. */
const roomOfSilence = (page: Page): Promise<number[]> =>
  page.evaluate(`(() => {
    const height = () => document.querySelector('main').getBoundingClientRect().height
    const silent = [...document.querySelectorAll('main [role=status]')].filter((one) => one.textContent === '')
    return silent.map((one) => {
      const { parentNode, nextSibling } = one
      const before = height()
      one.remove()
      const room = before - height()
      parentNode.insertBefore(one, nextSibling)
      return room
    })
  })()`)

const rows = (page: Page) => page.locator('.lines .match-line .line-link')

test(
  'the history has the place of mine, more by cursor, and chips that stand in the URL',
  { skip },
  async (t) => {
    const host = await site.person('Anna')
    const [self, bruno, game, other] = await Promise.all([
      selfOf(host),
      newStandIn(host, 'Bruno'),
      newGame(site, 'Ember Keepers'),
      newGame(site, 'Signal Express', { scoreType: 'TIME', winCondition: 'LOWER_WINS' }),
    ])
    for (let n = 0; n < 23; n++)
      await newMatch(
        host,
        game,
        [
          { id: self, score: n },
          { id: bruno, score: 11 },
        ],
        {
          playedAt: new Date(Date.UTC(2026, 0, 1 + n, 18)).toISOString(),
        },
      )
    await newMatch(host, other, [{ id: self, score: 60 }], { playedAt: '2025-05-05T18:00:00Z' })
    await newMatch(host, other, [{ id: self }], { draft: true })
    const page = await at(t, host, '/matches')
    await page.getByText('24 matches').waitFor()
    await page.getByRole('button', { name: 'Game', exact: true }).click()
    await page.getByRole('combobox', { name: 'Search games' }).waitFor()
    assert.deepEqual(await roomOfSilence(page), [0])
    await page.keyboard.press('Escape')
    assert.equal(await rows(page).count(), 20)
    // The newest of the 23 matches was won, with 22 points against 11.
    await page.locator('.lines .match-line').first().locator('.place.won').waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByText('May 2025').waitFor()
    assert.equal(await rows(page).count(), 24)
    // Each of the 24 rows shows a place.
    await page.locator('.lines .match-line .line-own').nth(23).waitFor()

    await page.getByRole('button', { name: 'Game', exact: true }).click()
    await page.getByRole('combobox', { name: 'Search games' }).fill('signal')
    await page.getByRole('option', { name: 'Signal Express' }).click()
    await page.getByText('1 match', { exact: true }).waitFor()
    assert.equal(new URL(page.url()).search, `?game=${other}`)
    await page.getByLabel('Year').selectOption('2026')
    await page.getByText('No match fits these filters').waitFor()
    await page.goBack()
    await page.getByText('1 match', { exact: true }).waitFor()
    await page.reload()
    await settled(page)
    await page.getByText('1 match', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Without ⁨Signal Express⁩' }).click()
    await page.getByText('24 matches').waitFor()
    await page.getByRole('button', { name: 'Drafts' }).click()
    await page.locator('.lines .mark', { hasText: 'Draft' }).waitFor()
    assert.equal(await rows(page).count(), 1)
  },
)

test('an empty history offers its one action, and a hostile URL chooses nothing', { skip }, async (t) => {
  const page = await at(t, await site.person('Bert'), '/matches?game=%22;id==*&year=0&whose=%3Cscript%3E')
  await page.getByText('No matches yet').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Record a match' }).count(), 1)
  assert.equal(await page.locator('.problem').count(), 0)
})

test(
  'a draft is finished after one question about the people that it leaves out, and then only its time changes',
  { skip },
  async (t) => {
    const host = await site.person('Cleo')
    const [self, bruno, game] = await Promise.all([
      selfOf(host),
      newStandIn(host, 'Bruno'),
      newGame(site, 'Quarry Lights'),
    ])
    const id = await newMatch(host, game, [{ id: self, score: 3 }, { id: bruno }], { draft: true })
    const page = await at(t, host, `/matches/${id}`)
    const room = await roomOfSilence(page)
    assert.ok(room.length > 0 && room.every((one) => one === 0), `${room}`)
    await page.getByRole('button', { name: 'Finish', exact: true }).click()
    await page.getByText('Bruno⁩ has no result').waitFor()
    await page.getByRole('button', { name: 'Finish anyway' }).click()
    await page.getByText('The match is finished.').waitFor()
    await page.getByText('finished the match').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Delete the draft' }).count(), 0)
    assert.equal((await host.get(`/matches/${id}`)).body.status, 'FINALIZED')

    await page.getByRole('button', { name: 'Change the time' }).click()
    await page.getByLabel('Played at').fill('2026-02-03T20:15')
    await page.getByLabel('Others can propose changes').uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Nobody can propose changes').waitFor()
    const { body } = await host.get(`/matches/${id}`)
    assert.equal(body.editRequestsEnabled, false)
    assert.equal(Date.parse(body.playedAt), new Date(2026, 1, 3, 20, 15).getTime())
  },
)

test(
  'a draft that was changed elsewhere is looked at before it is finished, and one that is deleted is gone',
  { skip },
  async (t) => {
    const host = await site.person('Dora')
    const [self, game] = await Promise.all([selfOf(host), newGame(site, 'Copper Council')])
    const id = await newMatch(host, game, [{ id: self, score: 3 }], { draft: true })
    const page = await at(t, host, `/matches/${id}`)
    const { etag } = await host.get(`/matches/${id}`)
    done(
      await host.patch(`/matches/${id}`, { participants: [{ ghostPlayerId: self, score: 77 }] }, etag),
      200,
    )
    await page.getByRole('button', { name: 'Finish', exact: true }).click()
    await page.getByText('Somebody changed the match in the meantime').waitFor()
    assert.equal((await host.get(`/matches/${id}`)).body.status, 'DRAFT')
    await page.locator('.seat-points', { hasText: '77' }).waitFor()

    await page.getByRole('button', { name: 'Delete the draft' }).click()
    await page.locator('dialog').getByRole('button', { name: 'Delete the draft' }).click()
    await page.waitForURL('**/matches?drafts')
    await page.getByText('No drafts').waitFor()
    await page.goto(`${site.url}/matches/${id}`)
    await page.getByRole('heading', { name: 'There is no such match' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Search your matches' }).count(), 1)
  },
)

test(
  'whoever is at the table disputes their result and withdraws; the recorder and the reader see why',
  { skip },
  async (t) => {
    const host = await site.person('Edda')
    const guest = await site.person('Falk')
    const [self, falk, game] = await Promise.all([
      selfOf(host),
      newStandIn(host, 'Falk'),
      newGame(site, 'Thistle Lights'),
    ])
    const id = await newMatch(host, game, [
      { id: self, score: 9 },
      { id: falk, score: 7 },
    ])
    await claim(host, falk, guest)
    const page = await at(t, guest, `/matches/${id}`)
    await page.getByText('(you)').waitFor()
    await page.getByRole('button', { name: 'Dispute my result' }).click()
    await page.getByLabel('What is wrong with the result?').fill(HOSTILE[0] ?? '')
    await page.getByRole('button', { name: 'Dispute', exact: true }).click()
    await page.locator('.seat-objection', { hasText: '<script>' }).waitFor()
    assert.notEqual(await page.title(), 'broken')
    await page.goto(`${site.url}/matches?disputed`)
    await settled(page)
    assert.equal(await rows(page).count(), 1)
    await rows(page).first().click()
    await page.getByRole('button', { name: 'Withdraw the dispute' }).click()
    await page.locator('.seat-objection').waitFor({ state: 'detached' })
    const { body } = await host.get(`/matches/${id}`)
    assert.equal(body.participants[1].disputedAt, undefined)
  },
)

test('somebody who played says which stand-in they are, once', { skip }, async (t) => {
  const host = await site.person('Gesa')
  const guest = await site.person('Hans')
  const club = done(await host.post('/communities', { displayName: 'Thursday Club', joinPolicy: 'OPEN' }))
  done(await guest.post(`/communities/${club.id}/memberships`))
  const [self, hans, game] = await Promise.all([
    selfOf(host),
    newStandIn(host, 'Hänschen'),
    newGame(site, 'Ember Council'),
  ])
  const id = await newMatch(
    host,
    game,
    [
      { id: self, score: 9 },
      { id: hans, score: 7 },
    ],
    { communityId: club.id },
  )
  const page = await at(t, guest, `/matches/${id}`)
  await page.getByRole('button', { name: 'Hänschen' }).click()
  await page.getByLabel('Message (optional)').fill('On Thursday')
  await page.getByRole('button', { name: 'Yes, that is me' }).click()
  await page.getByText('You say that you are').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Hänschen' }).count(), 0)
  const { items } = done(await host.get('/claim-requests'), 200)
  assert.equal(items[0].message, 'On Thursday')
})

test('what privacy hides is said, and not shown as empty', { skip }, async (t) => {
  const host = await site.person('Ivo')
  const [self, game] = await Promise.all([selfOf(host), newGame(site, 'Lantern Lights')])
  const id = await newMatch(host, game, [{ id: self, score: 12345 }])
  const page = await at(t, await site.person('Jule'), `/matches/${id}`)
  await page.getByRole('heading', { name: 'You can’t see this match' }).waitFor()
  const { items } = done(await host.get('/privacy-settings'), 200)
  const setting = items.find((one: { dataType: string }) => one.dataType === 'MATCH_HISTORY')
  const { etag } = await host.get(`/privacy-settings/${setting.id}`)
  done(await host.patch(`/privacy-settings/${setting.id}`, { level: 'PUBLIC' }, etag), 200)
  await page.reload()
  await page.getByText('but not its details').waitFor()
  const text = await page.locator('main').innerText()
  assert.ok(!text.includes('12345') && !text.includes('12,345'))
  assert.ok(!text.includes('Expansions') && !text.includes('No result'), text)
  assert.doesNotMatch(text, /community/i, 'a finished match can be attached to none')
  await page.goto(`${site.url}/matches?whose=all&game=${game}`)
  await page.getByText('Result hidden from you').waitFor()
})

test(
  'without a network the history is what was seen last, and a match that was never seen is said to be away',
  { skip },
  async (t) => {
    const host = await site.person('Karl')
    const [self, game] = await Promise.all([selfOf(host), newGame(site, 'Harbour Express')])
    const id = await newMatch(host, game, [{ id: self, score: 1 }])
    const page = await at(t, host, '/matches')
    await page.context().setOffline(true)
    await rows(page).first().click()
    await page.getByRole('heading', { name: 'No connection' }).waitFor()
    await sleep(1_000) // the page does not read again what it has just read
    await page.goBack()
    await page.getByText('Harbour Express').waitFor()
    await page.getByText('No connection. What you see is from today').waitFor()
    await page.context().setOffline(false)
    await page.goto(`${site.url}/matches/${id}`)
    await page.getByText('What happened').waitFor()
  },
)

test('names of every kind break nothing', { skip }, async (t) => {
  const host = await site.person('<b>Lotte</b> & Co')
  const self = await selfOf(host)
  const standIns = await Promise.all(HOSTILE.map((name) => newStandIn(host, name)))
  const game = await newGame(site, `${HOSTILE[0]} ${'W'.repeat(200)}`)
  const seats = [self, ...standIns].map((id, n) => ({
    id,
    score: n,
    loadoutAttributes: { [HOSTILE[n] ?? '']: HOSTILE },
  }))
  const id = await newMatch(host, game, seats)
  const page = await at(t, host, '/matches')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.locator('.lines .match-line').first().waitFor()
  await page.goto(`${site.url}/matches/${id}`)
  await page.getByText('What happened').waitFor()
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  assert.equal(wide, 0)
  assert.equal(await page.locator('main script, main img').count(), 0)
  assert.ok((await page.title()).startsWith('<script>'), 'the title is the text of the name')
})

test('a claimant withdraws the claim', { skip }, async (t) => {
  const [host, guest] = await Promise.all([site.person('Kai'), site.person('Lena')])
  const [self, eddy, game] = await Promise.all([
    selfOf(host),
    newStandIn(host, 'Eddy'),
    newGame(site, 'Ember Council'),
  ])
  const club = done(await host.post('/communities', { displayName: 'Mondays', joinPolicy: 'OPEN' }))
  done(await guest.post(`/communities/${club.id}/memberships`))
  const seats = [
    { id: self, score: 9 },
    { id: eddy, score: 7 },
  ]
  const id = await newMatch(host, game, seats, { communityId: club.id })
  done(await guest.post('/claim-requests', { ghostPlayerId: eddy }))
  const page = await at(t, guest, `/matches/${id}`)
  await page.getByText('You say that you are').waitFor()
  await page.getByRole('button', { name: 'Withdraw the claim' }).click()
  await page.getByRole('status').getByText('You withdrew the claim.').waitFor()
  await page.getByRole('button', { name: 'Eddy' }).waitFor()
  const { items } = done(await guest.get('/claim-requests'), 200)
  assert.equal(items[0].status, 'CANCELLED')
})

test('a claimant sees that the claim was rejected, and may claim again', { skip }, async (t) => {
  const [host, guest] = await Promise.all([site.person('Kuno'), site.person('Lore')])
  const [self, eddy, game] = await Promise.all([
    selfOf(host),
    newStandIn(host, 'Eddy'),
    newGame(site, 'Ember Council'),
  ])
  const club = done(await host.post('/communities', { displayName: 'Tuesdays', joinPolicy: 'OPEN' }))
  done(await guest.post(`/communities/${club.id}/memberships`))
  const seats = [
    { id: self, score: 9 },
    { id: eddy, score: 7 },
  ]
  const id = await newMatch(host, game, seats, { communityId: club.id })
  const { id: asked } = done(await guest.post('/claim-requests', { ghostPlayerId: eddy }))
  const { etag } = await host.get(`/claim-requests/${asked}`)
  done(await host.patch(`/claim-requests/${asked}`, { status: 'REJECTED' }, etag), 200)
  const page = await at(t, guest, `/matches/${id}`)
  await page.getByText('says that you are not \u2068Eddy\u2069').waitFor()
  await page.getByRole('button', { name: 'Eddy' }).click()
  await page.getByRole('button', { name: 'Yes, that is me' }).click()
  await page.getByText('You say that you are').waitFor()
  assert.equal(await page.getByText('says that you are not').count(), 0)
})

test('the days of a list have the same form, and its columns are aligned', { skip }, async (t) => {
  const host = await site.person('Mio')
  const [self, bruno, game] = await Promise.all([
    selfOf(host),
    newStandIn(host, 'Bruno'),
    newGame(site, 'Ember Keepers'),
  ])
  const seats = [
    { id: self, score: 1 },
    { id: bruno, score: 2 },
  ]
  const playedAt = new Date().toISOString()
  await newMatch(host, game, seats, { playedAt, draft: true })
  const disputed = await newMatch(host, game, seats, { playedAt })
  await newMatch(host, game, seats, { playedAt: '2025-01-15T19:30:00Z' })
  const { body, etag } = await host.get(`/matches/${disputed}`)
  const mine = body.participants.find((one: { ghostPlayer: { id: string } }) => one.ghostPlayer.id === self)
  const path = `/matches/${disputed}/participants/${mine.id}/dispute`
  done(await host.post(path, { reason: 'It was 3.' }, { 'if-match': etag ?? '' }), 200)
  const page = await at(t, host, '/')
  await page.locator('.lines .match-line').waitFor()
  assert.deepEqual(await page.locator('.head .lead time, .lines .line-side').allInnerTexts(), [
    'today',
    'Jan 15, 2025',
  ])
  await visit(page, site, '/matches')
  const starts = await page
    .locator('.lines .match-line .line-below')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)))
  assert.equal(starts.length, 2)
  assert.equal(new Set(starts).size, 1, starts.join())
  await page.locator('.lines .match-line .line-own').nth(1).waitFor()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const places = await page
      .locator('.lines .match-line .line-own')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)))
    assert.equal(places.length, 2)
    assert.equal(new Set(places).size, 1, `${width} px wide: ${places.join()}`)
  }
})

test('a person with only drafts gets a link to them', { skip }, async (t) => {
  const host = await site.person('Noa')
  const [self, game] = await Promise.all([selfOf(host), newGame(site, 'Ember Keepers')])
  await newMatch(host, game, [{ id: self }], { draft: true })
  const page = await at(t, host, '/matches')
  await page.getByText('No match is finished yet').waitFor()
  await page.getByRole('link', { name: 'Go to the drafts' }).click()
  await page.locator('.lines .match-line').waitFor()
})
