/** Makes files of other trackers: good ones, damaged ones, and half of one. */
import { bgStats } from '../imports/files.ts'
import type { Random } from '../worlds/random.ts'
import { mutated } from './values.ts'

const PEOPLE = ['Me', 'Anna', 'Bob K.', 'İstanbul', '界 🎲', 'constructor']
const GAMES = ['Harbour Lights', 'harbour lights', 'Straße', '100%', '__proto__']
const SCORES = ['42', '6+10-3', '12+', '-0', '1e9', '', '99999999.99', '1,234']
const DATES = ['2024-05-01 20:00:00', '2024-02-30', '1900-01-01 00:00:00', '', '9999-12-31 23:59:59']

export function fileOf(random: Random): string {
  const whole = random.chance(0.6) ? bgStatsOf(random) : csvOf(random)
  return random.chance(0.15) ? whole.slice(0, random.below(whole.length)) : whole
}

const one = (texts: readonly string[], random: Random) => random.pick(texts) ?? ''

function bgStatsOf(random: Random): string {
  const plays = Array.from({ length: random.below(8) }, (_, n) => ({
    uuid: `play ${random.below(5)} ${n}`,
    date: one(DATES, random),
    game: one(GAMES, random),
    ignored: random.chance(0.2),
    scores: random
      .some(PEOPLE, 0.5)
      .map((player) => ({ player, score: one(SCORES, random), winner: random.chance(0.4) })),
  }))
  const games = GAMES.map((name, n) => ({ name, bggId: random.chance(0.5) ? n : 0 }))
  const file = bgStats(PEOPLE, games, plays)
  return random.chance(0.4) ? JSON.stringify(mutated(JSON.parse(file), random)) : file
}

function csvOf(random: Random): string {
  const rows = Array.from({ length: random.below(8) }, () =>
    [
      String(random.below(4)),
      one(DATES, random),
      one(GAMES, random),
      one(PEOPLE, random),
      one(SCORES, random),
    ]
      .map((cell) => (random.chance(0.9) ? `"${cell}"` : cell))
      .join(','),
  )
  return ['match_ref,played_at,game,player,score', ...rows].join('\n')
}
