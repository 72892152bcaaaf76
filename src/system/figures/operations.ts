/** The operation on figures of the last day. */
import { read } from '../../http/operation/define.ts'
import { result } from '../../http/operation/responds.ts'
import { EVERY, SystemFigures } from './schema.ts'
import * as store from './store.ts'

export const getSystemFigures = read({
  id: 'getSystemFigures',
  route: 'GET /system/figures',
  summary: 'How the service went during the last day: requests, answers, memory, and what waited',
  description: `Each point stands for ${EVERY} minutes of all instances. A point comes when its instances have counted, so the last one can be ${2 * EVERY} minutes old.`,
  scope: 'svc-engine:system-read',
  anyone: true,
  responds: result(SystemFigures),
  show: () => store.show,
})
