/** The candidates of the demo: one in each stage and status. */

export interface Entry {
  name: string
  stage: 'PENDING_RULES' | 'RULES_COLLECTED' | 'INTERPRETED' | 'FAILED'
  status?: 'APPROVED' | 'PUBLISHED' | 'REJECTED'
  rulebook?: Rulebook
  /** Somebody gave the address of its rules, instead of the search. */
  manual?: true
  failure?: string
  blocked?: true
  waiting?: true
  base?: string
}

export interface Rulebook {
  players: [from: number, to: number]
  minutes?: number
  age?: number
  scoring?: keyof typeof SCORING
}

/** What the rules say about the end of the game. */
export const SCORING = {
  POINTS: ['SCORE', 'HIGHER_WINS', 'Whoever has the most points wins.'],
  RACE: ['TIME', 'LOWER_WINS', 'Whoever needs the least time wins.'],
  SIEGE: ['TURNS', 'HIGHER_WINS', 'Whoever lasts for the most turns wins.'],
  DUEL: ['WIN_LOSS', undefined, 'Whoever takes the last stone wins the game.'],
} as const

const AGREEING: Rulebook = { players: [2, 4], minutes: 60, age: 10 }
const DIFFERING: Rulebook = { players: [1, 5], minutes: 90, age: 10 }
/** It names the numbers of players alone. */
const BRIEF: Rulebook = { players: [2, 4], scoring: 'DUEL' }

export const ENTRIES: Entry[] = [
  { name: 'Salt Roads', stage: 'PENDING_RULES' },
  { name: 'The Clockwork Garden', stage: 'PENDING_RULES' },
  { name: 'Nine Ferries', stage: 'RULES_COLLECTED', manual: true },
  { name: 'Paper Kingdoms', stage: 'INTERPRETED', rulebook: AGREEING },
  { name: 'Under the Old Mill', stage: 'INTERPRETED', rulebook: DIFFERING },
  { name: 'Windward', stage: 'INTERPRETED' },
  { name: 'The Last Stone', stage: 'INTERPRETED', rulebook: BRIEF, manual: true },
  { name: 'Seven Couriers', stage: 'INTERPRETED', rulebook: { ...AGREEING, scoring: 'RACE' } },
  { name: 'Frost Fort', stage: 'INTERPRETED', rulebook: { ...DIFFERING, scoring: 'SIEGE' } },
  { name: 'Windward: The Trade Winds', stage: 'INTERPRETED', rulebook: AGREEING, base: 'Windward' },
  { name: 'A Thousand Lamps', stage: 'FAILED', failure: 'No rulebook was found.' },
  { name: 'Hollow Hills', stage: 'FAILED', failure: 'The rulebook has no text: its pages are pictures.' },
  { name: 'Tin Soldiers', stage: 'INTERPRETED', status: 'APPROVED', rulebook: AGREEING },
  {
    name: 'Windward: Storm Season',
    stage: 'INTERPRETED',
    status: 'APPROVED',
    rulebook: AGREEING,
    base: 'Windward',
    waiting: true,
  },
  {
    name: 'Copper Canal',
    stage: 'INTERPRETED',
    status: 'APPROVED',
    rulebook: DIFFERING,
    blocked: true,
    failure: 'There is a game with this sourceRef already.',
  },
  { name: 'Harbour Lights', stage: 'INTERPRETED', status: 'PUBLISHED', rulebook: AGREEING },
  { name: 'The Duke’s Ledger', stage: 'PENDING_RULES', status: 'REJECTED' },
  { name: 'Night Train', stage: 'INTERPRETED', status: 'REJECTED', rulebook: DIFFERING },
]
