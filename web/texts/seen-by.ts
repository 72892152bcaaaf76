/** The texts that say who will see a match. */
import { text, texts } from './text.ts'

export const t = texts('seenBy', {
  sentence: text('{people} will see this match.', { people: 'ANY' }),
  all: 'Everybody here will see this match.',
  community: text('{count, plural, =1 {only you in {name}} other {the # members of {name}}}', {
    count: 'NUMBER',
    name: 'ANY',
  }),
  members: text('the members of {name}', { name: 'ANY' }),
  table: 'the people at the table',
  chosen: 'the people you chose',
  trusted: 'the people who may correct your matches',
})
