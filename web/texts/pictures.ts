/** The texts on pictures to send, and the texts of the dialog that makes them. */
import { text, texts } from './text.ts'

const NAME = { name: 'ANY' } as const

export const t = texts('pictures', {
  title: 'A picture to send',
  making: 'The picture is being made …',
  failed: 'This browser could not make the picture.',
  namesAll: 'The picture is made in this browser. Nothing is sent before you send it.',
  namesSome: 'The picture names only people who show you their page. It is made in this browser.',
  nameEverybody: 'Name everybody. Ask them first.',
  save: 'Save',
  saved: 'The picture is in your downloads.',
  send: 'Send',
  friend: 'a friend',
  whenWhere: text('{when} · {where}', { when: 'ANY', where: 'ANY' }),
  pair: text('{one} and {other}', { one: 'ANY', other: 'ANY' }),
  won: 'won',
  wonBy: text('won by {margin}', { margin: 'ANY' }),
  shareIt: 'share the win',
  allWon: 'Won together',
  allLost: 'Lost together',
  more: text('and {count, number} more', { count: 'NUMBER' }),
  scoreOf: text('{name}: {score}', { name: 'ANY', score: 'ANY' }),
  met: text('{count, plural, one {# match} other {# matches}}', { count: 'NUMBER' }),
  level: text('{count, number} level', { count: 'NUMBER' }),
  inFront: 'Who is in front, match by match',
  up: text('{name} {count, number} up', { name: 'ANY', count: 'NUMBER' }),
  upNow: text('now {count, number} up', { count: 'NUMBER' }),
  lead: text(
    '{count, plural, one {# match} other {# matches}} of {games, plural, one {# game} other {# games}}, since {month}',
    { count: 'NUMBER', games: 'NUMBER', month: 'ANY' },
  ),
  inOrder: text('{count, plural, one {The last match.} other {The last # matches in order.}}', {
    count: 'NUMBER',
  }),
  green: 'Green: won.',
  striped: 'Striped: played together.',
  inRow: text('{count, number} in a row', { count: 'NUMBER' }),
  wonOf: text('won, of {decided, number}', { decided: 'NUMBER' }),
  wonByChance: text('won; by chance {chance}', { chance: 'ANY' }),
  rival: text('{name}, the rival', NAME),
  nemesis: text('{name}, the nemesis', NAME),
  times: text('{count}×', { count: 'ANY' }),
  yours: 'What does yours look like?',
})
