/** Operations on the pipeline as a whole. */
import { change, count, list, read, noEvents } from '../../http/operation/define.ts'
import { queue } from './queue.ts'
import { EnrichRequest, Enriching, PipelineStatus, PipelineSteps, RequestedId, WhichStep } from './schema.ts'
import * as store from './store.ts'

const status = { status: 200, schema: PipelineStatus, etag: false, location: false } as const

export const pausePipeline = change({
  id: 'pausePipeline',
  route: 'POST /pipeline/pause',
  summary: 'Pause a step, or all of them',
  description: 'After the answer, no new item starts in the step; the item that is running finishes.',
  scope: 'svc-engine:pipeline-control',
  anyone: true,
  body: WhichStep,
  bodyOptional: true,
  responds: status,
  changes: noEvents,
  run: ({ db, body }) => store.pause(db, body.step),
})

export const getPipelineStatus = read({
  id: 'getPipelineStatus',
  route: 'GET /pipeline/status',
  summary: 'What the pipeline is doing',
  scope: 'svc-engine:pipeline-read',
  anyone: true,
  responds: status,
  show: () => store.showStatus,
})

export const getPipelineSteps = read({
  id: 'getPipelineSteps',
  route: 'GET /pipeline/steps',
  summary: 'What each step of the pipeline has done last, and how much waits for it',
  scope: 'svc-engine:pipeline-read',
  anyone: true,
  responds: { status: 200, schema: PipelineSteps, etag: false, location: false },
  show: () => store.showSteps,
})

export const listRequestedIds = list({
  id: 'listRequestedIds',
  route: 'GET /pipeline/queue',
  summary: 'The ids of the catalogue that somebody asked for, and what became of each',
  scope: 'svc-engine:pipeline-read',
  anyone: true,
  item: RequestedId,
  of: queue,
})

export const countRequestedIds = count({
  id: 'countRequestedIds',
  route: 'GET /pipeline/queue/count',
  summary: 'How many ids of the catalogue somebody asked for',
  scope: 'svc-engine:pipeline-read',
  anyone: true,
  of: queue,
})

export const resumePipeline = change({
  id: 'resumePipeline',
  route: 'POST /pipeline/resume',
  summary: 'Resume a step, or all of them, from pause and from suspension',
  scope: 'svc-engine:pipeline-control',
  anyone: true,
  body: WhichStep,
  bodyOptional: true,
  responds: status,
  changes: noEvents,
  run: ({ db, body }) => store.resume(db, body.step),
})

export const enrichFromCatalog = change({
  id: 'enrichFromCatalog',
  route: 'POST /pipeline/enrich',
  summary: 'Ask the catalogue for games by their ids, and make candidates from them',
  scope: 'svc-engine:candidate-create',
  anyone: true,
  body: EnrichRequest,
  responds: { status: 200, schema: Enriching, etag: false, location: false },
  changes: noEvents,
  async run({ db, body }) {
    const { queued, known } = await store.enrich(db, body.catalogIds)
    return { body: JSON.stringify({ queued, known }) }
  },
})
