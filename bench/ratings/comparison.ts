/** The models that are compared, and the settings of each comparison. */
import type { Random } from '../../src/demo/random.ts'
import { UNKNOWN } from '../../src/resources/ratings/bradley-terry.ts'
import { type Model, bradleyTerry, elo, plackettLuce } from './models.ts'
import type { Setting } from './simulation.ts'

export const OURS = bradleyTerry('Scorebook')
export const AS_PRINTED = bradleyTerry('Bradley–Terry as printed', { weight: () => 1, tau: 0 })
export const MODELS: readonly Model[] = [OURS, AS_PRINTED, plackettLuce, elo]

export const between = (least: number, most: number) => (random: Random) => random.whole(least, most)

/** The settings, by the name that the printed table shows. The largest tables need 40 players. */
export const comparison = (players: number) =>
  ({
    'matches of two, 20 each': { players, each: 20, seats: between(2, 2) },
    'tables of 2 to 5, 30 each': { players, each: 30, seats: between(2, 5) },
    'the same, one in eight of 12': {
      players,
      each: 30,
      seats: (random) => (random.happens(1 / 8) ? 12 : random.whole(2, 5)),
    },
    'tables of 3 to 5, 30 each, strengths half as far apart': {
      players,
      each: 30,
      seats: between(3, 5),
      apart: 0.5,
    },
    'tables of 4, 100 each': { players, each: 100, seats: between(4, 4) },
    'tables of 8, 30 each': { players, each: 30, seats: between(8, 8) },
    'tables of 20, 20 each': { players, each: 20, seats: between(20, 20) },
    'tables of 40, 20 each': { players, each: 20, seats: between(40, 40) },
    'tables of 2 to 5, 200 each, strengths that change': {
      players,
      each: 200,
      seats: between(2, 5),
      change: UNKNOWN.sigma / 30,
    },
  }) satisfies Record<string, Setting>
