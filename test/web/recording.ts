/** What tests of recording share: a person with stand-ins, games of all kinds, and an earlier evening. */
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { AppPerson, AppSite } from './site.ts'

export const GAMES = {
  SCORE: ['Ember Keepers', 'SCORE', 'HIGHER_WINS'],
  LOW: ['Quiet Harbour', 'SCORE', 'LOWER_WINS'],
  TIME: ['Signal Express', 'TIME', 'LOWER_WINS'],
  TURNS: ['Copper Lights', 'TURNS', 'LOWER_WINS'],
  WIN_LOSS: ['Thistle Council', 'WIN_LOSS', undefined],
} as const

export type Kind = keyof typeof GAMES

export interface Evening {
  me: AppPerson
  games: Record<Kind, { id: string; displayName: string }>
  /** The person's own ghost player, Bruno, Carla and Dario, who played together last Thursday, and two more, by name. */
  people: Record<string, string>
  matches: () => Promise<MatchSeen[]>
}

interface MatchSeen {
  id: string
  status: 'DRAFT' | 'FINALIZED'
  game: { displayName: string }
  participants: {
    ghostPlayer: { id: string; displayName: string }
    score?: number
    rank?: number
    outcome?: string
    loadout?: { attributes: Record<string, unknown> }
  }[]
  playset?: { displayName: string }
  community?: { displayName: string }
  expansions: { displayName: string }[]
}

const TABLE = ['Bruno', 'Carla', 'Dario']
const OTHERS = ['Edda', 'Filip']

/** Makes an evening for a new person. Each name gives another evening. */
export async function eveningOf(site: AppSite, name: string): Promise<Evening> {
  const me = await site.person(name)
  const editor = await site.person('Elin', ['catalog-editor'])
  const made = async (reply: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await reply
    assert.ok(status === 200 || status === 201, JSON.stringify(body))
    return body as { id: string; displayName: string }
  }
  const games = {} as Evening['games']
  for (const [kind, [displayName, scoreType, winCondition]] of Object.entries(GAMES)) {
    const body = {
      displayName,
      description: '',
      minPlayers: 2,
      maxPlayers: 4,
      tags: [],
      scoreType,
      winCondition,
    }
    games[kind as Kind] = await made(editor.post('/games', body))
  }
  await made(editor.post(`/games/${games.SCORE.id}/expansions`, { displayName: 'Far Shores' }))
  const { body: own } = await me.get('/ghost-players?filter=isSelf==true')
  const people: Record<string, string> = { [name]: own.items[0].id }
  for (const displayName of [...TABLE, ...OTHERS])
    people[displayName] = (await made(me.post('/ghost-players', { displayName }))).id
  for (const kind of Object.keys(GAMES) as Kind[]) {
    const participants = [name, ...TABLE].map((who, n) => ({
      ghostPlayerId: people[who],
      ...(kind === 'WIN_LOSS' ? { outcome: n === 1 ? 'WIN' : 'LOSS' } : { score: 40 + n }),
    }))
    const playedAt = new Date(Date.now() - 3 * 86_400_000).toISOString()
    const reply = await me.post('/matches', { gameId: games[kind].id, playedAt, participants })
    await made(Promise.resolve(reply))
    await made(me.post(`/matches/${reply.body.id}/finalize`, undefined, { 'if-match': reply.etag }))
  }
  const before = new Set((await allOf(me)).map(({ id }) => id))
  return { me, games, people, matches: async () => (await allOf(me)).filter(({ id }) => !before.has(id)) }
}

async function allOf(me: AppPerson): Promise<MatchSeen[]> {
  const { body } = await me.get('/matches?sort=createdAt:DESC&limit=100')
  return body.items
}

/** A finger that taps, and counts its taps. Digits do not count. */
export class Finger {
  readonly page: Page
  taps = 0

  constructor(page: Page) {
    this.page = page
  }

  async tap(target: Locator): Promise<void> {
    this.taps++
    await target.tap()
  }

  button(name: string | RegExp): Promise<void> {
    return this.tap(this.page.getByRole('button', { name, exact: typeof name === 'string' }))
  }

  /** Taps one of the recent games. */
  game(name: string): Promise<void> {
    return this.tap(this.page.locator('.game-tiles').getByRole('button', { name }))
  }

  link(name: string): Promise<void> {
    return this.tap(this.page.getByRole('link', { name, exact: true }))
  }

  /** Taps digits and signs on the pad. These taps do not count. */
  async type(keys: string): Promise<void> {
    const names: Record<string, string> = { '+': 'plus', '-': 'minus', '.': 'point', ':': 'colon' }
    const pad = this.page.getByRole('group', { name: 'Keys' })
    for (const key of keys) await pad.getByRole('button', { name: names[key] ?? key, exact: true }).tap()
  }
}

export const row = (page: Page, name: string): Locator => page.locator('.score-row').filter({ hasText: name })

export const placesOn = (page: Page): Promise<string[]> =>
  page
    .locator('.score-row')
    .evaluateAll((rows) =>
      rows.map((one) => one.querySelector('.place > span')?.textContent ?? '').map((text) => text.trim()),
    )

/** What a reader sees of the sheet of a finished match, line by line. */
export async function linesOn(page: Page): Promise<string[]> {
  await page.locator('.match-verdict', { hasText: '.' }).waitFor()
  const lines = await page.locator('.match-seats > li, .match-verdict').allInnerTexts()
  return lines.map((line) =>
    line
      .replace(/place \d+(, won)?|[\u2066-\u2069]/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

/** Waits for the page of the finished match. */
export const arrived = (page: Page): Promise<void> => page.waitForURL(/\/matches\/[0-9a-f-]{36}$/)

export const scoresOf = (match: MatchSeen | undefined): Record<string, number | undefined> =>
  Object.fromEntries(
    (match?.participants ?? []).map(({ ghostPlayer, score }) => [ghostPlayer.displayName, score]),
  )

export const outcomesOf = (match: MatchSeen | undefined): Record<string, string | undefined> =>
  Object.fromEntries(
    (match?.participants ?? []).map(({ ghostPlayer, outcome }) => [ghostPlayer.displayName, outcome]),
  )

export const ranksOf = (match: MatchSeen | undefined): Record<string, number | undefined> =>
  Object.fromEntries(
    (match?.participants ?? []).map(({ ghostPlayer, rank }) => [ghostPlayer.displayName, rank]),
  )

/** The names of the players, side by side. */
export const sidesIn = (match: MatchSeen | undefined): string[][] =>
  [...Map.groupBy(match?.participants ?? [], ({ loadout }) => loadout?.attributes['team']).values()].map(
    (side) => side.map(({ ghostPlayer }) => ghostPlayer.displayName),
  )
