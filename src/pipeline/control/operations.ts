/** Operations on the pipeline as a whole. */
import { change, read, noEvents } from '../../http/operation/define.ts'
import { EnrichRequest, Enriching, PipelineStatus, WhichStep } from './schema.ts'
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
