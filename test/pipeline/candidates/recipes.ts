/** The recipes of candidates and rule sources, for the convention tests. */
import { type Recipes, NOBODY, at, within } from '../../conventions/recipe.ts'
import { newGame } from '../../resources/games/recipes.ts'

let lastCatalogId = 4710
export const newCatalogId = () => ++lastCatalogId

/** A candidate with everything that its game needs to be published. */
export const newCandidate = (catalogId: number, displayName = 'Harbour Lights') => ({
  catalogId,
  ...newGame(displayName),
})

export const recipes: Recipes = {
  listCandidates: {
    make: async ({ editor }) => ({ by: editor, path: '/candidates' }),
    answers: [['/candidates', NOBODY]],
  },
  countCandidates: {
    make: async ({ editor }) => ({ by: editor, path: '/candidates/count' }),
    answers: [['/candidates/count', NOBODY]],
  },
  createCandidate: {
    make: async ({ editor }) => ({
      by: editor,
      path: '/candidates',
      body: newCandidate(newCatalogId()),
    }),
    otherBody: { displayName: 'Other' },
    answers: [['/candidates', NOBODY, () => ({ catalogId: 1, displayName: 'More' })]],
  },
  getCandidate: {
    make: async ({ editor, candidate }) => ({
      by: editor,
      path: `/candidates/${(await candidate()).id}`,
    }),
    answers: [['/candidates/{candidate}', NOBODY]],
  },
  updateCandidate: {
    make: async ({ editor, candidate }) => at(editor, '/candidates', await candidate(), { playingTime: 90 }),
    otherBody: { displayName: 'Other' },
    answers: [['/candidates/{candidate}', NOBODY, () => ({ minAge: 3 })]],
  },
  getCandidateEvidence: {
    make: async ({ editor, candidate }) => ({
      by: editor,
      path: `/candidates/${(await candidate()).id}/evidence`,
    }),
    answers: [['/candidates/{candidate}/evidence', NOBODY]],
  },
  getCandidateProgress: {
    make: async ({ editor, candidate }) => ({
      by: editor,
      path: `/candidates/${(await candidate()).id}/progress`,
    }),
    answers: [['/candidates/{candidate}/progress', NOBODY]],
  },
  approveCandidate: {
    make: async ({ editor, candidate }) =>
      within(at(editor, '/candidates', await candidate(), { maxPlayers: 5 }), 'approve'),
    otherBody: { displayName: 'Other' },
    answers: [['/candidates/{candidate}/approve', NOBODY, () => ({})]],
  },
  rejectCandidate: {
    make: async ({ editor, candidate }) => within(at(editor, '/candidates', await candidate()), 'reject'),
    answers: [['/candidates/{candidate}/reject', NOBODY]],
  },
  retryCandidate: {
    make: async ({ editor, candidate, failed }) => {
      const { id, etag } = await candidate()
      await failed(id)
      return within(at(editor, '/candidates', { id, etag }, {}), 'retry')
    },
    otherBody: { step: 'COLLECT_RULES' },
    answers: [['/candidates/{candidate}/retry', NOBODY, () => ({})]],
  },
  retryCandidates: {
    make: async ({ editor, candidate, failed }) => {
      const { id } = await candidate()
      await failed(id)
      return { by: editor, path: '/candidates/retry', body: { filter: `id==${id}` } }
    },
    otherBody: { filter: 'stage==FAILED' },
    answers: [['/candidates/retry', NOBODY, () => ({})]],
  },
  listCandidateActivity: {
    make: async ({ editor, candidate }) => ({
      by: editor,
      path: `/candidates/${(await candidate()).id}/activity`,
    }),
    answers: [['/candidates/{candidate}/activity', NOBODY]],
  },
  countCandidateActivity: {
    make: async ({ editor, candidate }) => ({
      by: editor,
      path: `/candidates/${(await candidate()).id}/activity/count`,
    }),
    answers: [['/candidates/{candidate}/activity/count', NOBODY]],
  },
  listRuleSources: {
    make: async ({ editor, candidate }) => ({
      by: editor,
      path: `/candidates/${(await candidate()).id}/rule-sources`,
    }),
    answers: [['/candidates/{candidate}/rule-sources', NOBODY]],
  },
  countRuleSources: {
    make: async ({ editor, candidate }) => ({
      by: editor,
      path: `/candidates/${(await candidate()).id}/rule-sources/count`,
    }),
    answers: [['/candidates/{candidate}/rule-sources/count', NOBODY]],
  },
  createRuleSource: {
    make: async ({ editor, candidate }) => ({
      by: editor,
      path: `/candidates/${(await candidate()).id}/rule-sources`,
      body: { url: 'https://rules.example.org/a.pdf' },
    }),
    otherBody: { url: 'https://rules.example.org/other.pdf' },
    answers: [['/candidates/{candidate}/rule-sources', NOBODY, () => ({ url: 'https://a.example' })]],
  },
  getRuleSource: {
    make: async ({ editor, candidate, ruleSource }) => {
      const { id } = await candidate()
      return { by: editor, path: `/candidates/${id}/rule-sources/${(await ruleSource(id)).id}` }
    },
    answers: [['/candidates/{candidate}/rule-sources/{ruleSource}', NOBODY]],
  },
  deleteRuleSource: {
    make: async ({ editor, candidate, ruleSource }) => {
      const { id } = await candidate()
      return { by: editor, path: `/candidates/${id}/rule-sources/${(await ruleSource(id)).id}` }
    },
    answers: [['/candidates/{candidate}/rule-sources/{ruleSource}', NOBODY]],
  },
}
