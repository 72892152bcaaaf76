/** The texts of corrections: what changes in a match, and what follows. */
import { text, texts } from './text.ts'

const PLACE =
  '{place, plural, =1 {first} =2 {second} =3 {third} =4 {fourth} =5 {fifth} =6 {sixth} other {in place #}}'

/** With THEN, a text says what a correction would do. Otherwise the correction was just made. */
const WHEN = { when: 'STRING' } as const
const THEN = (who: string, whoFirst = who) => `{when, select, THEN {Then ${who}} other {${whoFirst}}}`

export const t = texts('corrections', {
  score: 'score',
  rank: 'place',
  outcome: 'result',
  loadout: 'loadout',
  playset: 'Playset',
  expansions: 'Expansions',
  won: 'Won',
  lost: 'Lost',
  nothing: 'nothing',
  you: 'you',
  was: 'was',
  becomes: 'becomes',
  nowHead: 'now',

  title: 'Correct it',
  leave: 'Back to the match',
  keptBy: text('Recorded by {name}', { name: 'ANY' }),
  keptByYou: 'Recorded by you',
  nothingYet: 'Tap what is wrong. Everything that you change is listed here before you send it.',
  stays: text('The players and the community stay as they are. {name} can change the time.', { name: 'ANY' }),
  staysOwn:
    'The players and the community stay as they are. You can change the time on the page of the match.',
  count: text('{count, plural, =0 {Nothing is changed yet} one {# change} other {# changes}}', {
    count: 'NUMBER',
  }),
  undoAll: 'Undo all',
  byHand: 'The places were entered by hand here, so a new score does not change them.',
  byScores: 'Take the places from the scores',
  wonOrLost: 'Won or lost',
  fromPlaces: 'From the places',
  waitsToo: text('A correction that {name} sent {day} is waiting too.', { name: 'ANY', day: 'ANY' }),
  waitsTooOwn: text('A correction that you sent {day} is waiting too.', { day: 'ANY' }),
  decides: text('{name} decides.', { name: 'ANY' }),
  untilThen: 'Until then the match stays as it is.',
  yours: 'You recorded this match: it changes at once, and its history shows your change.',
  trusted: text('{name} lets you correct matches without asking: this one changes at once.', { name: 'ANY' }),
  sendTo: text('Send to {name}', { name: 'ANY' }),
  changeIt: 'Change it',
  keptHere: 'No connection. What you changed is kept on this device.',
  keptUntil: 'Kept on this device. It is sent when you are online and this page is open.',
  whenOnline: 'Send it when I am online',
  notYet: 'Don’t send it yet',
  asked: text('{name} was asked. Until {name} answers, the match stays as it is.', { name: 'ANY' }),
  corrected: 'Corrected.',
  already: 'The match already says what you wrote: somebody else has corrected it.',
  off: 'Corrections are turned off for this match',
  offWhy: text('{name} has turned them off.', { name: 'ANY' }),
  nobodyDecides: 'The person who recorded it no longer has an account, so nobody can decide a correction.',
  offOwn: 'You have turned them off. This applies to you too.',
  allow: 'Allow corrections',
  draft: 'This match is a draft',
  draftWhy: text('{name} has not finished it yet, and can change it directly.', { name: 'ANY' }),
  draftOwn: 'Until you finish it, you can change it directly.',
  goOn: 'Continue recording',
  hidden: 'You can’t see the scores of this match',
  hiddenWhy: 'Only people who see them can correct them.',

  staysSo: 'The places stay as they are.',
  thenAllWin: text(`${THEN('everybody', 'Everybody')} has won together.`, WHEN),
  thenAllLose: text(`${THEN('everybody', 'Everybody')} has lost together.`, WHEN),
  thenNobodyWins: text(`${THEN('nobody', 'Nobody')} wins.`, WHEN),
  thenYouWin: text(`${THEN('you', 'You')} win.`, WHEN),
  thenYouWinAhead: text(`${THEN('you', 'You')} win, and {name} is second.`, { ...WHEN, name: 'ANY' }),
  thenWin: text(`${THEN('{names}')} {count, plural, one {wins} other {share the win}}.`, {
    ...WHEN,
    names: 'ANY',
    count: 'NUMBER',
  }),
  thenWinAndYou: text(
    `${THEN('{names}')} {count, plural, one {wins} other {share the win}}, and you are ${PLACE}.`,
    { ...WHEN, names: 'ANY', count: 'NUMBER', place: 'NUMBER' },
  ),
  thenWinsWith: text(`${THEN('{name}')} wins with {score}.`, { ...WHEN, name: 'ANY', score: 'ANY' }),
  thenWinsWithAndYou: text(`${THEN('{name}')} wins with {score}, and you are ${PLACE}.`, {
    ...WHEN,
    name: 'ANY',
    score: 'ANY',
    place: 'NUMBER',
  }),
  thenYouAre: text(`${THEN('you', 'You')} are ${PLACE}.`, { ...WHEN, place: 'NUMBER' }),
  thenIs: text(`${THEN('{name}')} is ${PLACE}.`, { ...WHEN, name: 'ANY', place: 'NUMBER' }),
  thenIsAhead: text(`${THEN('{name}')} is ${PLACE}, ahead of {other}.`, {
    ...WHEN,
    name: 'ANY',
    place: 'NUMBER',
    other: 'ANY',
  }),
})
