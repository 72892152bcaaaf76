/** Operations on the service as a whole. */
import { read } from '../http/operation/define.ts'
import { result } from '../http/operation/responds.ts'
import { SystemStatus } from './schema.ts'
import * as store from './store.ts'

export const getSystemStatus = read({
  id: 'getSystemStatus',
  route: 'GET /system/status',
  summary: 'The state of the service: its version, instances, database, accounts and pipeline',
  scope: 'svc-engine:system-read',
  anyone: true,
  atPrimary: true,
  responds: result(SystemStatus),
  show: () => store.show,
})
