/** Make, read, answer, start and forget imports, and list the games that imports wait for. */
import { sql } from '../db/sql.ts'
import { withConstraints } from '../db/violations.ts'
import { anybody, change, count, list, noEvents, read, version } from '../http/operation/define.ts'
import { optionalParameters } from '../http/operation/optional-parameters.ts'
import { created, noContent, ok } from '../http/operation/responds.ts'
import { events, wasMade } from '../resources/events/write.ts'
import { timeZone } from '../resources/statistics/span.ts'
import { ImportBody } from './body.ts'
import * as changes from './changes.ts'
import { MOST_BYTES } from './formats/limits.ts'
import {
  alreadyRunning,
  mustBeAnswered,
  mustFit,
  mustNotBeExpired,
  mustNotRun,
  tooManyImports,
} from './rules.ts'
import { Import, ImportPlay, ImportQuestion, MissingGame, UpdateImport } from './schema.ts'
import * as store from './store.ts'

export const listImports = list({
  id: 'listImports',
  route: 'GET /imports',
  summary: 'The caller’s imports',
  scope: 'svc-engine:import-read',
  item: Import,
  of: store.imports,
})

export const countImports = count({
  id: 'countImports',
  route: 'GET /imports/count',
  summary: 'How many imports the caller has',
  scope: 'svc-engine:import-read',
  of: store.imports,
})

export const createImport = change({
  id: 'createImport',
  route: 'POST /imports',
  summary: 'Read a file of another tracker and say what it would make',
  description:
    'The body is the file as it is: the JSON of BG Stats, the plays of BoardGameGeek as XML, an export of NemeStats or Board Game Tracker, or CSV. The service recognises the format from the content. This is the dry run: no match is made before `POST /imports/{importId}/start`. A file that cannot be read gets 400 with one sentence, and is not stored.',
  scope: 'svc-engine:import-create',
  bytes: ImportBody,
  bodyLimit: MOST_BYTES,
  query: optionalParameters({
    timeZone: {
      schema: timeZone(),
      description:
        'The time zone of times in the file without an offset: a name of the IANA time zone database.',
      example: 'Europe/Berlin',
      default: 'UTC',
    },
  }),
  references: ({ caller }) => changes.lockOwner(caller),
  responds: created(Import),
  changes: noEvents,
  run({ db, caller, body, query, references }) {
    if (!changes.mayHaveMore(references.imports)) throw tooManyImports()
    return changes.insert(db, caller, body, query.timeZone)
  },
})

export const getImport = read({
  id: 'getImport',
  route: 'GET /imports/{importId}',
  summary: 'An import, and how far it has come',
  scope: 'svc-engine:import-read',
  responds: ok(Import),
  show: ({ caller, params }) => store.show(params.importId, caller),
})

export const updateImport = change({
  id: 'updateImport',
  route: 'PATCH /imports/{importId}',
  summary: 'Answer questions of an import, or set its time zone',
  description: 'The plan for the plays is made again. While the import is running the answer is 409.',
  scope: 'svc-engine:import-update',
  body: UpdateImport,
  target: ({ caller, params }) => store.lock(params.importId, caller),
  allow: anybody,
  ifMatch: version,
  references: ({ params, body }) => changes.references(params.importId, body),
  responds: ok(Import),
  changes: noEvents,
  run({ db, caller, body, target, references }) {
    mustNotRun(target)
    mustNotBeExpired(target)
    mustFit(body, references, caller)
    return changes.update(db, caller, target, body)
  },
})

export const startImport = change({
  id: 'startImport',
  route: 'POST /imports/{importId}/start',
  summary: 'Make the matches of an import',
  description:
    'New ghost players are made at once, and the matches in the background; `GET /imports/{importId}` says how far the import is. An import that is DONE or FAILED can be started again: it makes the matches that waited for games that are here now, and makes nothing twice. One import of a person runs at a time (409).',
  scope: 'svc-engine:import-create',
  target: ({ caller, params }) => store.lock(params.importId, caller),
  allow: anybody,
  ifMatch: version,
  references: ({ params }) => changes.startFacts(params.importId),
  responds: ok(Import),
  changes: ({ caller, references: { newcomers } }) =>
    newcomers.length === 0
      ? []
      : events(
          wasMade(
            'ghost-player',
            sql`s.owner_id = ${caller.userId} and s.created_at = now() and not s.is_self`,
          ),
        ),
  run({ db, caller, target, references }) {
    mustNotRun(target)
    mustNotBeExpired(target)
    mustBeAnswered(target)
    return withConstraints(
      { imports_running_key: alreadyRunning },
      changes.start(db, caller, target, references),
    )
  },
})

export const deleteImport = change({
  id: 'deleteImport',
  route: 'DELETE /imports/{importId}',
  summary: 'Forget an import; if it is running, it stops',
  description: 'The matches that it has made stay. Another import of the same file does not make them again.',
  scope: 'svc-engine:import-delete',
  target: ({ caller, params }) => store.lock(params.importId, caller),
  allow: anybody,
  ifMatch: version,
  responds: noContent,
  changes: noEvents,
  async run({ db, target }) {
    await db.many(store.removal(target.id))
  },
})

export const listImportQuestions = list({
  id: 'listImportQuestions',
  route: 'GET /imports/{importId}/questions',
  summary: 'The people, games, expansions and playsets of the file, and who or what they are here',
  description:
    '`filter=decision==ASKED` has what must be answered before the start. People and games can be answered otherwise.',
  scope: 'svc-engine:import-read',
  item: ImportQuestion,
  of: store.questions,
})

export const countImportQuestions = count({
  id: 'countImportQuestions',
  route: 'GET /imports/{importId}/questions/count',
  summary: 'How many people, games, expansions and playsets the file names',
  scope: 'svc-engine:import-read',
  of: store.questions,
})

export const listImportPlays = list({
  id: 'listImportPlays',
  route: 'GET /imports/{importId}/plays',
  summary: 'The plays of the file, and what becomes of each',
  scope: 'svc-engine:import-read',
  item: ImportPlay,
  of: store.plays,
})

export const countImportPlays = count({
  id: 'countImportPlays',
  route: 'GET /imports/{importId}/plays/count',
  summary: 'How many plays the file has',
  scope: 'svc-engine:import-read',
  of: store.plays,
})

export const listMissingGames = list({
  id: 'listMissingGames',
  route: 'GET /missing-games',
  summary: 'The games for which started imports wait',
  description: 'The list says how many people and plays wait, but not who waits.',
  scope: 'svc-engine:missing-game-read',
  anyone: true,
  item: MissingGame,
  of: store.missingGames,
})

export const countMissingGames = count({
  id: 'countMissingGames',
  route: 'GET /missing-games/count',
  summary: 'For how many games imports wait',
  scope: 'svc-engine:missing-game-read',
  anyone: true,
  of: store.missingGames,
})
