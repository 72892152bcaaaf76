/** Random plays in the form of our export for BG Stats are read as they were; random damage ends in one sentence or in plays. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { UnreadableFile, read } from '../../../src/imports/formats/read.ts'
import { SCORES, scoreWritten } from './written-score.ts'

const uuid = fc.uuid()

const name = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    fc.constantFrom('=cmd|x', "'quoted", '-5', 'Ada, "the" 1st', '__proto__', '🎲 Zoë', 'constructor'),
  )
  .map((text) => text.replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '').trim())
  .filter((text) => /[\p{L}\p{N}]/u.test(text) && text.isWellFormed())

const loadout = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom(
    '{}',
    '{"faction": "red", "income": 12345678901234567890, "one": 1.00, "deep": [[{"a": null}]]}',
    '{"team":"2","seat":3,"role":"Merchant"}',
    '{"__proto__":{"x":1}}',
  ),
  fc
    .dictionary(name, fc.oneof(name, fc.integer(), fc.boolean(), fc.constant(null)))
    .map((value) => JSON.stringify(value)),
)

const participant = fc.record({
  player: fc.nat({ max: 3 }),
  score: fc.option(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), { nil: undefined }),
  rank: fc.option(fc.integer({ min: 1, max: 2_147_483_647 }), { nil: undefined }),
  outcome: fc.constantFrom('WIN', 'LOSS', undefined),
  standIn: name,
  winner: fc.boolean(),
  loadout,
})

const match = fc.record({
  uuid,
  game: fc.nat({ max: 2 }),
  expansions: fc.uniqueArray(fc.constantFrom(3, 4)),
  playedAt: fc
    .date({ min: new Date('1972-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
    .map((at) => at.toISOString()),
  playset: fc.option(name, { nil: undefined }),
  community: fc.option(name, { nil: undefined }),
  recorder: fc.option(name, { nil: undefined }),
  participants: fc.uniqueArray(participant, { minLength: 1, maxLength: 4, selector: ({ player }) => player }),
})

const world = fc.record({
  people: fc.uniqueArray(fc.record({ uuid, name }), {
    minLength: 4,
    maxLength: 4,
    selector: (it) => it.uuid,
  }),
  games: fc.uniqueArray(
    fc.record({
      uuid,
      name,
      number: fc.integer({ min: 0, max: 999_999_999 }),
      isLower: fc.boolean(),
      scoreType: fc.constantFrom('SCORE', 'TIME', 'TURNS', 'WIN_LOSS'),
    }),
    { minLength: 5, maxLength: 5, selector: (it) => it.uuid },
  ),
  matches: fc.uniqueArray(match, { maxLength: 5, selector: (it) => it.uuid }),
})

type World = typeof world extends fc.Arbitrary<infer T> ? T : never
type Participant = World['matches'][number]['participants'][number]

/** Writes the world as a file of BG Stats, as `src/account/export/bg-stats.ts` does. */
function written({ people, games, matches }: World): string {
  const metaData = (scorebook: object) => JSON.stringify({ scorebook })
  const attribute = (text: string | undefined, key: string) => {
    const value = text === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>)[key]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  }
  const scoreOf = ({ player, score, rank, outcome, standIn, winner, loadout }: Participant) => ({
    score: score === undefined ? null : String(score / 100),
    winner,
    newPlayer: false,
    startPlayer: false,
    playerRefId: player + 1,
    rank: rank ?? 0,
    seatOrder: Number(attribute(loadout, 'seat') ?? 0) || 0,
    role: attribute(loadout, 'role'),
    team: attribute(loadout, 'team'),
    metaData: metaData({ outcome, name: standIn, loadout }),
  })
  return JSON.stringify({
    plays: matches.map((match) => ({
      uuid: match.uuid,
      modificationDate: '2026-01-01 10:00:00',
      entryDate: '2026-01-01 10:00:00',
      playDate: '2026-01-01 10:00:00',
      usesTeams: false,
      durationMin: 0,
      ignored: false,
      manualWinner: match.participants.some(({ outcome }) => outcome !== undefined),
      rounds: 0,
      bggId: 0,
      importPlayId: 0,
      gameRefId: match.game + 1,
      rating: 0,
      nemestatsId: 0,
      metaData: metaData({
        playedAt: match.playedAt,
        playset: match.playset,
        community: match.community,
        recorder: match.recorder,
      }),
      playerScores: match.participants.map(scoreOf),
      expansionPlays: match.expansions.map((game) => ({ gameRefId: game + 1, bggId: 0 })),
    })),
    players: people.map(({ uuid, name }, n) => ({
      uuid,
      id: n + 1,
      name,
      isAnonymous: false,
      bggUsername: '',
    })),
    games: games.map(({ uuid, name, number, isLower, scoreType }, n) => ({
      uuid,
      id: n + 1,
      name,
      bggName: name,
      cooperative: false,
      usesTeams: false,
      bggId: number,
      highestWins: !isLower,
      noPoints: scoreType === 'WIN_LOSS',
      isBaseGame: n < 3 ? 1 : 0,
      isExpansion: n < 3 ? 0 : 1,
      metaData: metaData({ sourceRef: number === 0 ? undefined : `bgg:${number}`, scoreType }),
    })),
    locations: [],
    userInfo: { meRefId: 1, bggUsername: '' },
  })
}

/** What the reader must make of it. */
function expected({ people, games, matches }: World) {
  const given = <T extends object>(fields: T) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return {
    format: 'bg-stats',
    people: people.map(({ uuid: key, name }, n) => given({ key, name, isOwner: n === 0 || undefined })),
    games: games.map(({ uuid: key, name, number, isLower, scoreType }, n) =>
      given({
        key,
        name,
        bggId: number || undefined,
        sourceRef: number === 0 ? undefined : `bgg:${number}`,
        scoreType,
        isExpansion: n >= 3 || undefined,
        lowestWins: isLower || undefined,
        hasNoPoints: scoreType === 'WIN_LOSS' || undefined,
      }),
    ),
    plays: matches.map((match, n) =>
      given({
        sourceId: match.uuid,
        at: `plays[${n}]`,
        game: games[match.game]?.uuid,
        expansions: match.expansions.map((game) => games[game]?.uuid),
        playedAt: match.playedAt,
        playset: match.playset,
        community: match.community,
        recorder: match.recorder,
        participants: match.participants.map(({ player, score, rank, outcome, standIn, loadout }) =>
          given({
            person: people[player]?.uuid,
            score: score === undefined ? undefined : score / 100,
            rank,
            standIn: standIn === people[player]?.name ? undefined : standIn,
            outcome,
            loadout: loadout === undefined ? undefined : JSON.parse(loadout),
            loadoutText: loadout,
            extra: {},
          }),
        ),
        extra: {},
        notes: [],
      }),
    ),
    faults: [],
  }
}

test('what we export for BG Stats comes back equal', () => {
  fc.assert(
    fc.property(world, (world) => {
      assert.deepEqual(read(Buffer.from(written(world))), expected(world))
    }),
    { numRuns: 300 },
  )
})

test('a score is read as it is meant, or is dirty', () => {
  fc.assert(fc.property(SCORES, scoreWritten), { numRuns: 2_000 })
})

const FILES = ['bg-stats-6.json', 'one-play.bgsplay', 'create-play.json', 'bgg-plays.xml', 'matches.csv'].map(
  (name) => [name, readFileSync(new URL(`../fixtures/${name}`, import.meta.url))] as const,
)

for (const [name, file] of FILES)
  test(`${name} with random damage`, () => {
    const damage = fc.record({
      flips: fc.array(fc.tuple(fc.nat({ max: file.length - 1 }), fc.nat({ max: 255 })), { maxLength: 8 }),
      end: fc.oneof(fc.constant(file.length), fc.nat({ max: file.length })),
      twice: fc.option(fc.nat({ max: file.length }), { nil: 0, freq: 4 }),
    })
    fc.assert(
      fc.property(damage, ({ flips, end, twice }) => {
        const bytes = Buffer.from(file)
        for (const [at, byte] of flips) bytes[at] = byte
        const damaged = Buffer.concat([
          bytes.subarray(0, end),
          bytes.subarray(end - Math.min(twice, end), end),
        ])
        try {
          const plays = read(damaged, { name })
          assert.ok(JSON.stringify(plays).isWellFormed())
          assert.equal(new Set(plays.plays.map(({ sourceId }) => sourceId)).size, plays.plays.length)
        } catch (error) {
          assert.ok(error instanceof UnreadableFile, String(error))
          assert.match(error.message, /^[^\n]+\.$/)
        }
      }),
      { numRuns: 500 },
    )
  })
