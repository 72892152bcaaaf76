/** The limits of imports. */
import { LONGEST_READING, MOST_MEMORY, MOST_WAITING, READ_AT_ONCE } from '../../src/imports/body.ts'
import {
  MOST_BYTES,
  LONGEST_GAME_NAME,
  LONGEST_PERSON_NAME,
  MOST_PARTICIPANTS,
  MOST_PLAYS,
} from '../../src/imports/formats/limits.ts'
import { MOST_NAMES } from '../../src/imports/reading.ts'
import { MOST_SOUGHT } from '../../src/imports/matched.ts'
import { MOST_ANSWERS } from '../../src/imports/schema.ts'
import { SLICE } from '../../src/imports/slice.ts'
import { KEPT, MOST_IMPORTS } from '../../src/imports/store.ts'
import { MOST_FAILURES } from '../../src/imports/work.ts'
import { type Table, bytes, count, seconds, several } from './quantities.ts'

export const imports: Table = {
  heading: 'Imports',
  rows: [
    ['a file', bytes(MOST_BYTES), '413'],
    ['plays of a file', count(MOST_PLAYS), '400; split it'],
    ['people, games and expansions of a file', count(MOST_NAMES), '400; split it'],
    ['participants of a play', count(MOST_PARTICIPANTS), 'the play is left out'],
    [
      'the name of a person, of a game',
      `${LONGEST_PERSON_NAME}, ${several(LONGEST_GAME_NAME, 'character')}`,
      'it is cut',
    ],
    [
      'reading a file',
      `${seconds(LONGEST_READING)}; ${bytes(MOST_MEMORY * 1_048_576)} of memory`,
      '400; split it',
    ],
    ['files that are read at once by a process', count(READ_AT_ONCE), `${MOST_WAITING} wait, others get 503`],
    ['imports of a person', count(MOST_IMPORTS), '409; delete one'],
    [
      'missing games of a file for which similar ones are sought',
      count(MOST_SOUGHT),
      'those with fewest plays wait without a question',
    ],
    [
      'the plays of an import that is done',
      several(KEPT.plays, 'day'),
      'deleted, but not those that wait for a game; no file makes their matches again',
    ],
    [
      'an import that nobody starts, or that waits for games',
      `${KEPT.unanswered}, ${several(KEPT.done, 'day')}`,
      `it is EXPIRED, and gone ${several(KEPT.expired, 'day')} later; import the file again`,
    ],
    ['imports of a person that run at once', '1', '409'],
    ['answers in a request', count(MOST_ANSWERS), '400'],
    ['plays that become matches in one transaction', count(SLICE), 'the rest follows in others'],
    [
      'transactions of an import in a row that fail',
      count(MOST_FAILURES),
      'the import is FAILED, and can be started again',
    ],
  ],
}
