/** The recipes of the pipeline's control, for the convention tests. */
import { type Recipes, NOBODY } from '../../conventions/recipe.ts'
import { newCatalogId } from '../candidates/recipes.ts'

export const recipes: Recipes = {
  pausePipeline: {
    make: async ({ editor }) => ({
      by: editor,
      path: '/pipeline/pause',
      body: { step: 'COLLECT_RULES' },
    }),
    otherBody: { step: 'PUBLISH' },
    answers: [['/pipeline/pause', NOBODY, () => ({})]],
  },
  getPipelineStatus: {
    make: async ({ editor }) => ({ by: editor, path: '/pipeline/status' }),
    answers: [['/pipeline/status', NOBODY]],
  },
  getPipelineSteps: {
    make: async ({ editor }) => ({ by: editor, path: '/pipeline/steps' }),
    answers: [['/pipeline/steps', NOBODY]],
  },
  listRequestedIds: {
    make: async ({ editor }) => ({ by: editor, path: '/pipeline/queue' }),
    answers: [['/pipeline/queue', NOBODY]],
  },
  countRequestedIds: {
    make: async ({ editor }) => ({ by: editor, path: '/pipeline/queue/count' }),
    answers: [['/pipeline/queue/count', NOBODY]],
  },
  resumePipeline: {
    make: async ({ editor }) => ({
      by: editor,
      path: '/pipeline/resume',
      body: { step: 'COLLECT_RULES' },
    }),
    otherBody: { step: 'PUBLISH' },
    answers: [['/pipeline/resume', NOBODY, () => ({})]],
  },
  enrichFromCatalog: {
    make: async ({ editor }) => ({
      by: editor,
      path: '/pipeline/enrich',
      body: { catalogIds: [newCatalogId()] },
    }),
    otherBody: { catalogIds: [1] },
    answers: [['/pipeline/enrich', NOBODY, () => ({ catalogIds: [1] })]],
  },
}
