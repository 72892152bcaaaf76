/** The texts of the question whether two players with the same name are the same person. */
import { text, texts } from './text.ts'

export const t = texts('same', {
  question: text('Is this the same {name}?', { name: 'ANY' }),
  mine: 'Mine',
  theirs: text('{name}’s', { name: 'ANY' }),
  withAccount: 'Has an account',
  matches: 'Matches',
  withYou: text('{count, number} with you', { count: 'NUMBER' }),
  since: 'Since',
  alsoThere: 'Also there',
  nothing: '–',
  neverTogether: 'You see no match in which both sat at the same table.',
  answers: 'Your answer',
  yes: 'Yes, but only for me',
  yesWhy: 'They count as one person, but only on your pages. You can undo this.',
  yesAndCode: 'Yes, and make a code',
  yesAndCodeWhy: text(
    'When {name} scans the code, your matches count for {name} too. Until then, the two count as one person only for you.',
    {
      name: 'ANY',
    },
  ),
  yesAndAsk: text('Yes, and ask {name}', { name: 'ANY' }),
  yesAndAskWhy: text('You ask with a code. Once {name} accepts, the two count as one person for everybody.', {
    name: 'ANY',
  }),
  no: 'No, two people',
  noWhy: 'You won’t be asked again.',
  choose: 'Choose an answer first.',
  notNow: 'Not now',
  answer: 'Answer',
  countAsOne: 'Count as one',
  makeCode: 'Make a code',
  ask: text('Ask {name}', { name: 'ANY' }),
  keepApart: 'Keep apart',
  isOne: text('Both players with the name {name} count as one person for you now.', { name: 'ANY' }),
  areTwo: text('These are two people. You won’t be asked again.'),
  undo: 'Undo',
  undone: 'They count as two people again.',
  asOne: 'Counted as one',
  asOneWhy: 'You said that these players are the same person. They count as one person only on your pages.',
  both: text('{one} and {other}', { one: 'ANY', other: 'ANY' }),
  undoBoth: text('Undo: {one} and {other}', { one: 'ANY', other: 'ANY' }),
  keepToo: text(
    'You also have a stand-in {name}: {count, plural, one {# match} other {# matches}} with you.',
    {
      name: 'ANY',
      count: 'NUMBER',
    },
  ),
  keepsToo: text(
    '{owner} also has a stand-in {name}: {count, plural, one {# match} other {# matches}} with you.',
    {
      owner: 'ANY',
      name: 'ANY',
      count: 'NUMBER',
    },
  ),
  hasAccountToo: text(
    'There is also a {name} with an account: {count, plural, one {# match} other {# matches}} with you.',
    { name: 'ANY', count: 'NUMBER' },
  ),
  theSame: 'The same?',
})
