/** The recipes of all resources, and the requests that the convention tests send with them. */
import assert from 'node:assert/strict'
import { uuidv7 } from '../../src/db/uuid.ts'
import type { Operation } from '../../src/http/operation/operation.ts'
import type { World } from '../world.ts'
import type { Prepared, Recipe, Recipes } from './recipe.ts'
import { recipes as matches } from '../resources/matches/recipes.ts'
import { recipes as matchEdits } from '../resources/match-edits/recipes.ts'
import { recipes as games } from '../resources/games/recipes.ts'
import { recipes as candidates } from '../pipeline/candidates/recipes.ts'
import { recipes as control } from '../pipeline/control/recipes.ts'
import { recipes as rankings } from '../pipeline/rankings/recipes.ts'
import { recipes as playsets } from '../resources/playsets/recipes.ts'
import { recipes as ghostPlayers } from '../resources/ghost-players/recipes.ts'
import { recipes as canonicalPlayers } from '../resources/canonical-players/recipes.ts'
import { recipes as results } from '../resources/results/recipes.ts'
import { recipes as ratings } from '../resources/ratings/recipes.ts'
import { recipes as suggestions } from '../resources/suggestions/recipes.ts'
import { recipes as trustedEditors } from '../resources/trusted-editors/recipes.ts'
import { recipes as samePeople } from '../resources/same-people/recipes.ts'
import { recipes as claims } from '../resources/claims/recipes.ts'
import { recipes as invitations } from '../invitations/recipes.ts'
import { recipes as privacySettings } from '../resources/privacy-settings/recipes.ts'
import { recipes as audience } from '../resources/audience/recipes.ts'
import { recipes as groups } from '../resources/groups/recipes.ts'
import { recipes as communities } from '../resources/communities/recipes.ts'
import { recipes as inbox } from '../resources/inbox/recipes.ts'
import { recipes as notifications } from '../notifications/recipes.ts'
import { recipes as imports } from '../imports/recipes.ts'
import { recipes as users } from '../resources/users/recipes.ts'
import { recipes as tokens } from '../identity/personal-tokens/recipes.ts'
import { recipes as administration } from '../identity/administration/recipes.ts'
import { recipes as clients } from '../identity/clients/recipes.ts'
import { recipes as events } from '../events/recipes.ts'
import { recipes as webhooks } from '../webhooks/recipes.ts'
import { recipes as messages } from '../messages/recipes.ts'

const recipes: Recipes = {
  ...matches,
  ...matchEdits,
  ...games,
  ...candidates,
  ...control,
  ...rankings,
  ...playsets,
  ...ghostPlayers,
  ...canonicalPlayers,
  ...results,
  ...ratings,
  ...suggestions,
  ...trustedEditors,
  ...samePeople,
  ...claims,
  ...invitations,
  ...privacySettings,
  ...audience,
  ...groups,
  ...communities,
  ...inbox,
  ...notifications,
  ...imports,
  ...users,
  ...tokens,
  ...administration,
  ...clients,
  ...events,
  ...webhooks,
  ...messages,
}

export function recipeOf({ id }: Pick<Operation, 'id'>): Recipe {
  const recipe = recipes[id]
  assert.ok(recipe, `${id} needs a recipe in the recipes.ts of its noun`)
  return recipe
}

export const operationsWithRecipe = Object.keys(recipes)

/** Makes a request for the operation that succeeds once. */
export const prepare = (operation: Operation, world: World): Promise<Prepared> =>
  recipeOf(operation).make(world)

/** Sends the prepared request, with a new idempotency key unless the headers have one. */
export function send(
  { method, ifMatch }: Operation,
  { by, path, body, etag, headers: own = {} }: Prepared,
  headers: Record<string, string> = {},
) {
  const key: Record<string, string> = method === 'GET' ? {} : { 'idempotency-key': uuidv7() }
  const matching: Record<string, string> = ifMatch && etag !== undefined ? { 'if-match': etag } : {}
  return by.send(method, path, body, { ...key, ...matching, ...own, ...headers })
}
