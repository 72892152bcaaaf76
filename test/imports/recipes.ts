/** The recipes of imports, for the convention tests. */
import { type Answers, type Recipes, NOBODY, at, within } from '../conventions/recipe.ts'
import { JSON_FILE, bgStats } from './files.ts'

/** A file with one play of a game that nobody has, so that it can start at once. */
export const smallFile = () =>
  bgStats(
    ['Me', 'Anna'],
    [{ name: 'A game of a file' }],
    [
      {
        game: 'A game of a file',
        scores: [
          { player: 'Me', score: '3' },
          { player: 'Anna', score: '4' },
        ],
      },
    ],
  )

/** Nobody learns whether somebody else's import exists. */
const OWNERS: Answers = [200, 404, 404, 404]
const CHANGES_OWNERS: Answers = [412, 404, 404, 404]
const EVERYBODYS_OWN: Answers = [200, 200, 200, 200]

export const recipes: Recipes = {
  listImports: {
    make: async ({ alice }) => ({ by: alice, path: '/imports' }),
    answers: [['/imports', EVERYBODYS_OWN]],
  },
  countImports: {
    make: async ({ alice }) => ({ by: alice, path: '/imports/count' }),
    answers: [['/imports/count', EVERYBODYS_OWN]],
  },
  createImport: {
    make: async ({ alice }) => ({ by: alice, path: '/imports', body: smallFile(), headers: JSON_FILE }),
    answers: [['/imports', [400, 400, 400, 400], () => 'no file of plays']],
  },
  getImport: {
    make: async ({ alice, imported }) => at(alice, '/imports', await imported()),
    answers: [['/imports/{import}', OWNERS]],
  },
  updateImport: {
    async make({ alice, imported, ghostPlayer }) {
      const made = await imported()
      const asked = await alice.get(`/imports/${made.id}/questions?filter=name==Anna`)
      const { id: ghostPlayerId } = await ghostPlayer()
      const answers = [{ questionId: asked.body.items[0].id, answer: 'USE', ghostPlayerId }]
      return at(alice, '/imports', made, { answers })
    },
    otherBody: { timeZone: 'Asia/Tokyo' },
    answers: [['/imports/{import}', CHANGES_OWNERS, () => ({ timeZone: 'Europe/Berlin' })]],
  },
  deleteImport: {
    make: async ({ alice, imported }) => at(alice, '/imports', await imported()),
    answers: [['/imports/{import}', CHANGES_OWNERS]],
  },
  startImport: {
    async make({ newcomer, importedBy }) {
      const by = await newcomer()
      return within(at(by, '/imports', await importedBy(by)), 'start')
    },
    answers: [['/imports/{import}/start', CHANGES_OWNERS]],
  },
  listImportQuestions: {
    make: async ({ alice, imported }) => ({ by: alice, path: `/imports/${(await imported()).id}/questions` }),
    answers: [['/imports/{import}/questions', OWNERS]],
  },
  countImportQuestions: {
    make: async ({ alice, imported }) => ({
      by: alice,
      path: `/imports/${(await imported()).id}/questions/count`,
    }),
    answers: [['/imports/{import}/questions/count', OWNERS]],
  },
  listImportPlays: {
    make: async ({ alice, imported }) => ({ by: alice, path: `/imports/${(await imported()).id}/plays` }),
    answers: [['/imports/{import}/plays', OWNERS]],
  },
  countImportPlays: {
    make: async ({ alice, imported }) => ({
      by: alice,
      path: `/imports/${(await imported()).id}/plays/count`,
    }),
    answers: [['/imports/{import}/plays/count', OWNERS]],
  },
  listMissingGames: {
    make: async ({ editor }) => ({ by: editor, path: '/missing-games' }),
    answers: [['/missing-games', NOBODY]],
  },
  countMissingGames: {
    make: async ({ editor }) => ({ by: editor, path: '/missing-games/count' }),
    answers: [['/missing-games/count', NOBODY]],
  },
}
