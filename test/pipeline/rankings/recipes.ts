/** The recipes of rankings, for the convention tests. */
import { type Recipes, NOBODY } from '../../conventions/recipe.ts'
import { newCatalogId } from '../candidates/recipes.ts'

export const CSV = { 'content-type': 'text/csv' }
export const rankingCsv = (catalogId: number) => `id,name,rank\n${catalogId},Harbour Lights,${catalogId}\n`

export const recipes: Recipes = {
  importRankings: {
    make: async ({ editor }) => ({
      by: editor,
      path: '/pipeline/import-rankings',
      body: rankingCsv(newCatalogId()),
      headers: CSV,
    }),
    answers: [['/pipeline/import-rankings', NOBODY, () => 'id,name,rank\n']],
  },
  listRankings: {
    make: async ({ editor }) => ({ by: editor, path: '/rankings' }),
    answers: [['/rankings', NOBODY]],
  },
  countRankings: {
    make: async ({ editor }) => ({ by: editor, path: '/rankings/count' }),
    answers: [['/rankings/count', NOBODY]],
  },
  listRankingImports: {
    make: async ({ editor }) => ({ by: editor, path: '/rankings/imports' }),
    answers: [['/rankings/imports', NOBODY]],
  },
  countRankingImports: {
    make: async ({ editor }) => ({ by: editor, path: '/rankings/imports/count' }),
    answers: [['/rankings/imports/count', NOBODY]],
  },
  getRanking: {
    make: async ({ editor, ranking }) => ({ by: editor, path: `/rankings/${await ranking()}` }),
    answers: [['/rankings/1', NOBODY]],
  },
}
