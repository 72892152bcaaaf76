/** Operations on what the service finds when it checks what it needs, and on backups that operators ask for. */
import { changeAndShow } from '../../db/database.ts'
import { anybody, change, noEvents, read } from '../../http/operation/define.ts'
import { conflict } from '../../http/problem.ts'
import { result } from '../../http/operation/responds.ts'
import { actorOf } from '../../identity/audit/actor.ts'
import { auditRecord } from '../../identity/audit/record.ts'
import { Checkup } from './schema.ts'
import * as store from './store.ts'

export const getCheckup = read({
  id: 'getCheckup',
  route: 'GET /system/checkup',
  summary: 'What `scorebook doctor` finds, as the service last looked, and its backups',
  description: `The service looks every ${store.PAUSE} minutes. It asks the catalogue, the search service and the language model only if somebody asks for a look, because they cost money. What only the command can look at is named, with the state UNCHECKED.`,
  scope: 'svc-engine:system-read',
  anyone: true,
  atPrimary: true,
  responds: result(Checkup),
  show: () => store.show,
})

export const startCheckup = change({
  id: 'startCheckup',
  route: 'POST /system/checkup',
  summary: 'Look again, at everything that the running service can look at',
  description: 'The answer comes at once. `underWay` of the checkup is false when the look has ended.',
  scope: 'svc-engine:system-check',
  anyone: true,
  target: () => store.lock,
  allow: anybody,
  responds: result(Checkup),
  changes: noEvents,
  run: ({ db }) => changeAndShow(db, [store.ask], store.show),
})

export const createBackup = change({
  id: 'createBackup',
  route: 'POST /system/backups',
  summary: 'Make a backup now',
  description:
    'The answer comes at once. `backups.asked` of the checkup is false when the backup has been made or has failed. If the database is not the embedded one, the answer is 409: its own tools make backups.',
  scope: 'svc-engine:backup-create',
  anyone: true,
  target: () => store.lock,
  allow: anybody,
  responds: result(Checkup),
  changes: noEvents,
  async run({ db, caller, target, from }) {
    if (!target.makesBackups)
      throw conflict(
        'This service does not run its own PostgreSQL, or has not looked at its backups yet. Use the tools of your PostgreSQL, such as pg_dump.',
      )
    const recorded = auditRecord({ kind: 'BACKUP_ASKED', by: actorOf(caller), ...from })
    return changeAndShow(db, [store.askForBackup, recorded], store.show)
  },
})
