/** Operations on the caller's audience: who sees which of the caller's data, and what another person sees of the caller. */
import * as z from 'zod'
import { count, list, read } from '../../http/operation/define.ts'
import { result } from '../../http/operation/responds.ts'
import { spanOf } from '../statistics/span.ts'
import { DATA_TYPES } from '../visibility/relations.ts'
import { Audience, AudienceMember, Sight } from './schema.ts'
import * as sight from './sight.ts'
import * as store from './store.ts'

const scope = 'svc-engine:audience-read'

const params = {
  dataType: z
    .enum(DATA_TYPES)
    .meta({ description: 'The type of the caller’s data.', example: 'MATCH_HISTORY' }),
}

const KNOWN =
  'The answer has only what the caller decides or may know. It does not count matches that others recorded. If the caller has left the community of a match, it counts nobody as a member of that community.'

export const getAudience = read({
  id: 'getAudience',
  route: 'GET /users/me/audience',
  summary: 'How many people see each type of the caller’s data, now and with each level',
  description:
    'There is one privacy setting for each type. MATCH_DETAILS counts only people who also see the matches under the present level of MATCH_HISTORY.',
  scope,
  responds: result(Audience),
  show: ({ caller }) => store.audience(caller),
})

export const listAudience = list({
  id: 'listAudience',
  route: 'GET /users/me/audience/{dataType}',
  summary: 'The people who see a type of the caller’s data',
  description:
    'The list has people who have a relation to the caller, if the caller may see them. If the setting lets in everybody, the list still has only these people.',
  scope,
  params,
  item: AudienceMember,
  of: store.members,
})

export const countAudience = count({
  id: 'countAudience',
  route: 'GET /users/me/audience/{dataType}/count',
  summary: 'How many people the list has',
  scope,
  params,
  of: store.members,
})

export const getSightOfUser = read({
  id: 'getSightOfUser',
  route: 'GET /users/me/seen-by/users/{userId}',
  summary: 'What a person sees of the caller',
  description: `The caller must be allowed to see the person. ${KNOWN}`,
  refusal: 'You may not see this person, so you cannot see your page as they see it.',
  scope,
  query: spanOf('timeZone'),
  responds: result(Sight),
  show: ({ caller, params, query }) => sight.asUser(caller, params.userId, query),
})

export const getSightOfGroup = read({
  id: 'getSightOfGroup',
  route: 'GET /users/me/seen-by/groups/{groupId}',
  summary: 'What a member of a group sees of the caller, who owns the group',
  description: `The answer is about a member who has no other relation to the caller. ${KNOWN}`,
  refusal: 'Only the owner of a group may see what its members see.',
  scope,
  query: spanOf('timeZone'),
  responds: result(Sight),
  show: ({ caller, params, query }) => sight.asMember(caller, params.groupId, query),
})

export const getSightOfStranger = read({
  id: 'getSightOfStranger',
  route: 'GET /users/me/seen-by/stranger',
  summary: 'What somebody without any relation to the caller sees of the caller',
  description: KNOWN,
  scope,
  query: spanOf('timeZone'),
  responds: result(Sight),
  show: ({ caller, query }) => sight.asStranger(caller, query),
})
