/** The pages of people in a browser: figures, plots and tables agree with the matches. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { operations } from '../../../src/api.ts'
import { sql } from '../../../src/db/sql.ts'
import { usersNamed } from '../../../src/resources/users/named.ts'
import { callsOfApp, importTexts, readTexts } from '../../../src/pages/app/texts.ts'
import { idBeside } from '../../buckets.ts'
import { type Players, play, players } from '../../web/players.ts'
import { deskOf, visit, shareApp, skip } from '../../web/site.ts'
import { done, newGame, newMatch, newStandIn, playerOf, selfOf } from '../../web/table.ts'
import { resultColumns } from '../../wrong-rows.ts'

const site = shareApp(async ({ db }) => {
  await importTexts(callsOfApp(operations, db, usersNamed), await readTexts())
})

/** A time zone far in the east, so that many matches are on another day there, and some in another month. */
const timeZoneId = 'Pacific/Auckland'
const SIZE = { viewport: { width: 1280, height: 800 } }

/** Shows the table of a plot, returns the texts of its cells by row, and shows the plot again. */
async function tableOf(page: Page, title: string): Promise<string[][]> {
  await page.getByRole('button', { name: `Table: ${title}`, exact: true }).click()
  const rows = page.getByRole('region', { name: title }).locator('tbody tr')
  const texts = await rows.evaluateAll((all) =>
    all.map((row) =>
      Array.from((row as unknown as { cells: { textContent: string }[] }).cells, (cell) => cell.textContent),
    ),
  )
  await page.getByRole('button', { name: `Chart: ${title}`, exact: true }).click()
  return texts
}

interface Seat {
  ghostPlayer: { id: string }
  score?: number
  outcome?: string
}
interface Played {
  playedAt: string
  game: { id: string; displayName: string }
  participants: Seat[]
}

/** The matches as the list returns them, the newest first. */
async function matchesOf({ host }: Players): Promise<Played[]> {
  const items: Played[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const more = cursor === '' ? '' : `&cursor=${cursor}`
    const { body } = await host.get(`/matches?limit=100&sort=playedAt:DESC${more}`)
    items.push(...body.items)
    cursor = body.nextCursor
  }
  return items
}

/**
 * Computes a result by hand. Either all participants have scores, or all have the same outcome. In the race, the lower time is
 * better.
 */
function byHand(made: Players, { game, participants, playedAt }: Played, of = made.self) {
  const mine = participants.find(({ ghostPlayer }) => ghostPlayer.id === of)
  const sign = game.id === made.games.race ? -1 : 1
  const better = (one: Seat, other: Seat | undefined) => sign * ((one.score ?? 0) - (other?.score ?? 0)) > 0
  const isContest = game.id !== made.games.fog
  const place = 1 + participants.filter((one) => better(one, mine)).length
  const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: timeZoneId })
  const day = new Intl.DateTimeFormat('en', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: timeZoneId,
  })
  return {
    isContest,
    place,
    of: participants.length,
    winners: count(participants, (one) => !participants.some((other) => better(other, one))),
    won: isContest ? place === 1 : mine?.outcome === 'WIN',
    month: month.format(new Date(playedAt)),
    day: day.format(new Date(playedAt)),
    against: (other: string) => {
      const theirs = participants.find(({ ghostPlayer }) => ghostPlayer.id === other)
      if (!theirs || !mine) return undefined
      if (!isContest) return 'together' as const
      return better(mine, theirs)
        ? ('ahead' as const)
        : better(theirs, mine)
          ? ('behind' as const)
          : ('tied' as const)
    },
  }
}

const count = <T>(all: readonly T[], which: (one: T) => boolean) => all.filter(which).length
const percent = (share: number) => `${Math.round(share * 100)}%`

test(
  'the figures, plots and tables of a person equal the list of matches, counted by hand',
  { skip },
  async (t) => {
    const made = await players(site, 'Frieda')
    await play(made, 70)
    const { page, complaints } = await deskOf(t, site, made.host, {
      ...SIZE,
      timezoneId: timeZoneId,
    })
    await visit(page, site, `/people/${made.player}`)
    const matches = await matchesOf(made)
    const results = matches.map((match) => byHand(made, match))
    const contests = results.filter(({ isContest }) => isContest)
    const wins = count(contests, ({ won }) => won)
    const together = results.filter(({ isContest }) => !isContest)

    const figures = page.locator('.figures > div')
    const chance = contests.reduce((sum, { of, winners }) => sum + winners / of, 0) / contests.length
    assert.equal(await figures.nth(0).locator('.figure-value').innerText(), '70')
    assert.equal(await figures.nth(1).locator('.figure-value').innerText(), percent(wins / contests.length))
    const below = await figures.nth(1).locator('.figure-note').innerText()
    assert.ok(below.startsWith(`${wins} of ${contests.length}; by chance ${percent(chance)}`), below)
    assert.equal(
      await figures.nth(2).locator('.figure-note').innerText(),
      `${count(together, ({ won }) => won)} of ${together.length} won`,
    )

    const form = results.slice(0, 60)
    assert.deepEqual(
      (await tableOf(page, 'Form')).map(([day, , place, of]) => [day, place, of]),
      form.map(({ day, isContest, place, of }) => [day, isContest ? String(place) : '–', String(of)]),
    )
    const marks = page.locator('svg.form > rect')
    assert.equal(await marks.count(), 60)
    assert.equal(
      await page.locator('svg.form > .tone-won').count(),
      count(form, ({ isContest, won }) => isContest && won),
    )
    assert.equal(
      await page.locator('svg.form > .tone-together').count(),
      count(form, ({ isContest }) => !isContest),
    )
    const newest = await marks.first().getAttribute('height')
    const first = form[0]
    assert.ok(first)
    const left = first.isContest ? (first.of - first.place) / (first.of - 1) : first.won ? 1 : 0
    assert.equal(newest, `${Math.round(Math.max(0.04, left) * 10_000) / 100}%`)

    const months = [...Map.groupBy(results, ({ month }) => month)].slice(0, 18)
    assert.deepEqual(
      (await tableOf(page, 'Month by month')).filter(([, all]) => all !== '0'),
      months.map(([month, all]) => {
        const won = count(all, (one) => one.isContest && one.won)
        const both = count(all, (one) => !one.isContest)
        return [month, all.length, won, all.length - won - both, both].map(String)
      }),
    )

    const sizes = [...Map.groupBy(contests, (one) => one.of)].toSorted(([a], [b]) => a - b)
    assert.deepEqual(
      (await tableOf(page, 'Your places')).map((row) => row.slice(0, 3)),
      sizes
        .filter(([, all]) => all.length >= 5)
        .flatMap(([of, all]) =>
          Array.from({ length: of }, (_, n) =>
            [of, n + 1, count(all, (one) => one.place === n + 1)].map(String),
          ),
        ),
    )

    const across = new Map((await tableOf(page, 'Across the table')).map(([name, ...cells]) => [name, cells]))
    const names = ['Bruno of Frieda', 'Carla of Frieda', 'Dario', 'Edda', 'Filip']
    for (const [n, name] of names.entries()) {
      const how = results
        .map(({ against }) => against(made.standIns[n] ?? ''))
        .filter((one) => one !== undefined)
      assert.deepEqual(
        across.get(name),
        [
          how.length,
          ...(['ahead', 'tied', 'behind', 'together'] as const).map((which) =>
            count(how, (one) => one === which),
          ),
        ].map(String),
        name,
      )
    }

    const games = [...Map.groupBy(matches, ({ game }) => game.displayName)].toSorted(
      ([, a], [, b]) => b.length - a.length,
    )
    const shown = await page.locator('.games tbody tr').allInnerTexts()
    assert.deepEqual(
      // Skips the first cell, which has the letters of the game's tile.
      shown
        .map((row) =>
          row
            .split(/\s*[\n\t]\s*/)
            .slice(1, 3)
            .join(' '),
        )
        .toSorted(),
      games.map(([name, all]) => `${name} ${all.length}`).toSorted(),
    )
    assert.deepEqual(complaints, [])
  },
)

test(
  'one’s own rating: the line and its table are what the operation answers, for each game, and for nobody else',
  { skip },
  async (t) => {
    const made = await players(site, 'Rosa')
    await play(made, 90, { seed: 5 })
    const { page, complaints } = await deskOf(t, site, made.host, {
      ...SIZE,
      timezoneId: timeZoneId,
    })
    await visit(page, site, `/people/${made.player}`)
    const { topGames } = done(await made.host.get(`/canonical-players/${made.player}/statistics`), 200)
    const rated = (topGames as { game: { id: string; displayName: string }; decided: number }[])
      .filter(({ decided }) => decided >= 5)
      .map(({ game }) => game)
    const part = page.locator('.rating-of')
    const games = part.getByRole('group', { name: 'Game' }).getByRole('button')
    await games.first().waitFor()
    assert.deepEqual(
      await games.allInnerTexts(),
      rated.map(({ displayName }) => displayName),
    )
    assert.ok(rated.length > 1 && rated.length < 5, 'who won together alone has no rating')
    const day = new Intl.DateTimeFormat('en', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: timeZoneId,
    })
    const number = (value: number) => value.toLocaleString('en')
    for (const { id, displayName } of rated) {
      await games.filter({ hasText: displayName }).click()
      await part.getByText(new RegExp(`Your rating in .?${displayName}.? after`)).waitFor()
      const { line } = done(await made.host.get(`/users/me/games/${id}/rating`), 200)
      const label = await part.locator('svg.rating').getAttribute('aria-label')
      assert.ok(
        label?.includes(`to ${number(line.at(-1).rating)} by match ${line.at(-1).match}`),
        label ?? '',
      )
      assert.deepEqual(
        await tableOf(page, 'Rating'),
        line
          .map((one: { match: number; playedAt: string; [figure: string]: number | string }) => {
            const { match, playedAt, rating, uncertainty, estimate } = one as typeof one &
              Record<'rating' | 'uncertainty' | 'estimate', number>
            const figures = [rating, estimate - 2 * uncertainty, estimate + 2 * uncertainty].map(number)
            return [String(match), day.format(new Date(playedAt)), ...figures]
          })
          .toReversed(),
      )
      const drawn = await part.locator('svg.rating polyline').last().getAttribute('points')
      assert.equal(drawn?.split(' ').length, line.length)
    }
    for (const elsewhere of [
      `/people/${made.player}?year=${new Date().getFullYear()}`,
      `/people/${made.claimed.bruno}`,
    ]) {
      await visit(page, site, elsewhere)
      await page.locator('.numbers.games').waitFor()
      assert.equal(await part.count(), 0, 'a rating is of all of one’s own matches')
    }
    assert.deepEqual(complaints, [])
  },
)

test(
  'two people: meetings, games and runs equal the list; a sentence says who hides',
  { skip },
  async (t) => {
    const made = await players(site, 'Greta')
    await play(made, 40, { seed: 11 })
    const { page, complaints } = await deskOf(t, site, made.host, {
      ...SIZE,
      timezoneId: timeZoneId,
    })
    await visit(page, site, `/people/${made.player}`)
    await page.getByRole('link', { name: 'Bruno of Greta' }).click()
    await page.getByRole('heading', { level: 1, name: /Greta.*and.*Bruno of Greta/ }).waitFor()
    await page.locator('.figures').waitFor()
    const bruno = made.standIns[0] ?? ''
    const meetings = (await matchesOf(made))
      .map((match) => byHand(made, match))
      .filter(({ against }) => against(bruno))
    const how = meetings.map(({ against }) => against(bruno))
    const of = (which: string) => count(how, (one) => one === which)
    assert.equal(await page.locator('.figures .figure-value').first().innerText(), String(meetings.length))
    assert.deepEqual(
      (await tableOf(page, 'Match by match')).map(([day, , result]) => [day, result]),
      meetings.map(({ day }, n) => [day, how[n]]),
    )
    assert.deepEqual(
      await Promise.all(
        ['ahead', 'level', 'behind', 'together'].map((which) =>
          page.locator(`svg.meetings > .tone-${which}`).count(),
        ),
      ),
      ['ahead', 'tied', 'behind', 'together'].map(of),
    )
    const sums = (await tableOf(page, 'Game by game')).map((row) => row.slice(1).map(Number))
    const sum = (column: number) => sums.reduce((total, row) => total + (row[column] ?? 0), 0)
    assert.deepEqual(
      [sum(0), sum(1), sum(2), sum(3), sum(4)],
      [meetings.length, of('ahead'), of('tied'), of('behind'), of('together')],
    )

    // Carla shows her profile, but not her matches.
    await visit(page, site, `/people/${made.claimed.carla}`)
    await page.getByRole('heading', { level: 1, name: 'Carla of Greta' }).waitFor()
    await page.getByText('decides who sees their matches').waitFor()
    assert.equal(await page.locator('.figures, .plot').count(), 0)
    // Bruno's page shows only the matches that the viewer may see.
    await visit(page, site, `/people/${made.claimed.bruno}`)
    await page.getByText('only matches that you may see').waitFor()
    await visit(page, site, `/people/${made.claimed.carla}/with/${made.player}`)
    await page.getByRole('heading', { name: 'You may not compare these two' }).waitFor()
    assert.deepEqual(complaints, [])
  },
)

test(
  'the year of a person: a sheet, and a picture that names nobody who hides their history',
  { skip },
  async (t) => {
    const made = await players(site, 'Hanne')
    // The 30 matches are an hour apart, so that nearly all fall in one year, whatever day the test runs.
    await play(made, 30, { every: 3_600_000 })
    const { page, complaints } = await deskOf(t, site, made.host, SIZE)
    const year = new Date((await matchesOf(made))[0]?.playedAt ?? '').getFullYear()
    await visit(page, site, `/recap/${year}`)
    const { body } = await made.host.get(`/users/me/recap/${year}?timeZone=UTC`)
    const cards = await page.locator('.year-cards li').allInnerTexts()
    assert.ok(
      cards.some((text) => text.replace(/\s+/g, ' ').startsWith(`${body.matches} match`)),
      cards.join('|'),
    )
    assert.equal((await page.content()).includes('Carla of Hanne'), false)
    await page.getByText('Bruno of Hanne').first().waitFor()
    assert.deepEqual(
      await tableOf(page, 'Most played'),
      body.topGames.map((one: { game: { displayName: string }; matches: number }) => [
        one.game.displayName,
        String(one.matches),
      ]),
    )
    assert.equal((await page.locator('svg.months > rect.tone-won').count()) > 0, true)

    await page.getByRole('button', { name: 'Send a picture' }).click()
    await page.locator('.picture-shown canvas').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save', exact: true }).click(),
    ])
    assert.equal(download.suggestedFilename(), `scorebook-${year}.png`)
    const file = await readFile(await download.path())
    assert.deepEqual([...file.subarray(1, 4)], [...Buffer.from('PNG')])
    assert.deepEqual([file.readUInt32BE(16), file.readUInt32BE(20)], [1080, 1350])
    // A picture of a single colour would have only some kilobytes.
    assert.ok(file.length > 20_000, String(file.length))
    await page.getByText('The picture is in your downloads.').waitFor()
    assert.deepEqual(complaints, [])
  },
)

test('pictures are sent by the device, and name people only if they show their page', { skip }, async (t) => {
  const made = await players(site, 'Hilde')
  await play(made, 14)
  const { page, complaints } = await deskOf(t, site, made.host, SIZE)
  // This browser has no way of sharing, so the test notes what the app would hand to it.
  await page.addInitScript(`
    window.sent = []
    navigator.canShare = ({ files }) => files.every(({ type }) => type === 'image/png')
    navigator.share = async ({ files, title }) => void window.sent.push([files[0].name, title])
    const fillText = CanvasRenderingContext2D.prototype.fillText
    window.written = []
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      window.written.push(text)
      return fillText.call(this, text, ...rest)
    }`)
  const written = () => page.evaluate<string>('window.written.splice(0).join("|")')
  const { body } = await made.host.get('/matches?limit=20')
  const match = body.items.find(
    ({ participants }: { participants: { ghostPlayer: { displayName: string } }[] }) =>
      participants.some(({ ghostPlayer }) => ghostPlayer.displayName === 'Dario'),
  )
  await visit(page, site, `/matches/${match.id}`)
  await page.getByRole('button', { name: 'Send a picture' }).click()
  await page.locator('.picture-shown canvas').waitFor()
  const shown = await written()
  assert.ok(shown.includes('Hilde') && shown.includes('a friend'), shown)
  assert.ok(!shown.includes('Dario'), shown)
  await page.getByRole('checkbox', { name: 'Name everybody' }).check()
  await page.waitForFunction('window.written.some((text) => text.includes("Dario"))')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Send a picture' }).and(page.locator(':focus')).waitFor()
  const sent: string[] = []
  for (const path of [`/people/${made.player}`, `/people/${made.player}/with/${made.claimed.bruno}`, '/']) {
    await visit(page, site, path)
    await page.getByRole('button', { name: 'Send a picture' }).click()
    await page.locator('.picture-shown canvas').waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    sent.push(await page.evaluate<string>('window.sent[0][0]'))
  }
  // Neither the picture nor the words that go with it name a stand-in.
  await visit(page, site, `/people/${made.player}/with/${made.standIns[2]}`)
  await page.getByRole('button', { name: 'Send a picture' }).click()
  await page.locator('.picture-shown canvas').waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const words = `${await page.evaluate<string>('window.sent[0][1]')}|${await written()}`
  assert.ok(words.includes('a friend') && !words.includes('Dario'), words)
  await page.keyboard.press('Escape')
  const year = new Date().getFullYear()
  await visit(page, site, `/recap/${year}`)
  await page.getByRole('button', { name: 'Send a picture' }).click()
  await page.locator('.picture-shown canvas').waitFor()
  const ofYear = await written()
  assert.ok(!/\b(Dario|Edda|Filip)\b/.test(ofYear), ofYear)
  assert.deepEqual(sent, ['scorebook-person.png', 'scorebook-pair.png', 'scorebook-match.png'])
  assert.deepEqual(complaints, [])
})

test('the game, the community and the year are in the URL, and the figures follow', { skip }, async (t) => {
  const host = await site.person('Irma')
  const [self, bruno, player] = [await selfOf(host), await newStandIn(host, 'Bruno'), await playerOf(host)]
  const [ember, far] = [await newGame(site, 'Ember Docks'), await newGame(site, 'Far Docks')]
  const seats = [
    { id: self, score: 9 },
    { id: bruno, score: 5 },
  ]
  await newMatch(host, ember, seats, { playedAt: '2024-12-31T23:30:00Z' })
  await newMatch(host, ember, seats, { playedAt: '2025-06-01T12:00:00Z' })
  await newMatch(host, far, seats, { playedAt: '2025-06-02T12:00:00Z' })
  const { page } = await deskOf(t, site, host, { ...SIZE, timezoneId: timeZoneId })
  await visit(page, site, `/people/${player}`)
  const matches = page.locator('.figures .figure-value').first()
  const shows = (text: string) => matches.filter({ hasText: new RegExp(`^${text}$`) }).waitFor()
  await shows('3')
  await page.getByRole('button', { name: 'Game', exact: true }).click()
  await page.getByRole('combobox', { name: 'Search games' }).fill('Ember Docks')
  await page.getByRole('option', { name: 'Ember Docks' }).click()
  await shows('2')
  assert.equal(new URL(page.url()).search, `?game=${ember}`)
  // In Auckland, the last evening of the year was already the first day of the next year.
  await page.getByLabel('Year').selectOption('2025')
  await shows('2')
  await page.getByLabel('Year').selectOption('2026')
  await page.getByText('No match fits').waitFor()
  await page.getByRole('link', { name: 'Clear the filters' }).click()
  await shows('3')
  await visit(page, site, `/people/${player}?game=${far}&year=2025&community=nonsense`)
  await shows('1')
})

test(
  'with the keyboard alone: the plot becomes its table and comes back, and more people are shown',
  { skip },
  async (t) => {
    const host = await site.person('Jutta')
    const ids = [await selfOf(host)]
    for (let n = 0; n < 10; n++) ids.push(await newStandIn(host, `Guest ${n}`))
    const game = await newGame(site, 'Long Table', { maxPlayers: 12 })
    await newMatch(
      host,
      game,
      ids.map((id, n) => ({ id, score: n })),
    )
    const { page } = await deskOf(t, site, host, SIZE)
    await visit(page, site, `/people/${await playerOf(host)}`)
    const focused = () =>
      page.evaluate<string>(
        'document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent',
      )
    const go = async (to: string) => {
      for (let n = 0; n < 60; n++) {
        if ((await focused()) === to) return
        await page.keyboard.press('Tab')
      }
      assert.fail(`${to} cannot be reached by Tab`)
    }
    await page.locator('.balances li').nth(7).waitFor()
    await go('Table: Form')
    await page.keyboard.press('Enter')
    assert.equal(await focused(), 'Chart: Form')
    await page.getByRole('region', { name: 'Form' }).getByText('11', { exact: true }).first().waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await focused(), 'Table: Form')
    assert.equal(await page.locator('.balances li').count(), 8)
    await go('More')
    await page.keyboard.press('Enter')
    await page.locator('.balances li').nth(9).waitFor()
  },
)

test('20,000 matches are a page as any other', { skip }, async (t) => {
  const host = await site.person('Konrad')
  const { id: owner, selfGhostPlayer, canonicalPlayer } = done(await host.get('/users/me'), 200)
  const game = await newGame(site, 'Endless Harbour')
  const ghost = await newStandIn(host, 'Rival')
  await site.db.many(sql`
    insert into matches (id, game_id, recorder_id, played_at, finalized_at)
    select ${idBeside(sql`${owner}`)}, ${game}, ${owner}, now() - n * interval '3 hours', now()
    from generate_series(1, 20000) n`)
  // Inserts in eight parts, because a statement may take only some seconds.
  for (let from = 0; from < 20_000; from += 2_500)
    await site.db.many(sql`
    insert into participants
      (id, match_id, ghost_player_id, position, score, match_created_at, match_played_at, match_finalized_at, ${resultColumns}, winners, place, won)
    select ${idBeside(sql`m.id`)}, m.id, seat.ghost, seat.n, 50 - seat.n, m.created_at, m.played_at, m.finalized_at,
      m.game_id, m.community_id, 'COMPETITIVE', 2, false, 1, seat.n, seat.n = 1
    from (
      select *, row_number() over (order by played_at) as nth from matches
      where recorder_id = ${owner} order by played_at offset ${from}::int limit 2500) m,
      lateral (values
        (case when nth % 4 = 0 then ${selfGhostPlayer.id}::uuid else ${ghost}::uuid end, 1),
        (case when nth % 4 = 0 then ${ghost}::uuid else ${selfGhostPlayer.id}::uuid end, 2)) as seat (ghost, n)`)
  const { page, complaints } = await deskOf(t, site, host, SIZE)
  const began = performance.now()
  await visit(page, site, `/people/${canonicalPlayer.id}`)
  await page.locator('.figures').waitFor()
  t.diagnostic(`shown after ${Math.round(performance.now() - began)} ms`)
  assert.deepEqual(
    await page
      .locator('.figures .figure-value')
      .allInnerTexts()
      .then((all) => all.slice(0, 2)),
    ['20,000', '25%'],
  )
  assert.equal(await page.locator('svg.form > rect').count(), 60)
  assert.equal((await tableOf(page, 'Month by month')).length, 18)
  assert.deepEqual(await tableOf(page, 'Across the table'), [
    ['Rival', '20,000', '5,000', '0', '15,000', '0'],
  ])
  assert.ok((await page.evaluate<number>('document.querySelectorAll("*").length')) < 1_000)
  assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'), 0)
  assert.deepEqual(complaints, [])
})

test('people are found by a part of their name, and in German too', { skip }, async (t) => {
  const made = await players(site, 'Lotte')
  await play(made, 6)
  const { page } = await deskOf(t, site, made.host, { ...SIZE, locale: 'de' })
  await visit(page, site, '/people?name=Bruno of Lotte')
  await page.getByRole('link', { name: 'Bruno of Lotte' }).click()
  await page.getByText('Spielt seit').waitFor()
  await page.getByRole('heading', { name: 'Monat für Monat' }).waitFor()
  await visit(page, site, '/people?name=%3Cscript%3E')
  await page.getByText('Niemand gefunden').waitFor()
})
