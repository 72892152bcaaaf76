/** What the service found when it last checked itself, and its backups. */
import { useEffect } from 'preact/hooks'
import { refetch } from '../../api/cache.ts'
import { type Body, call } from '../../api/call.ts'
import { may } from '../../api/session.ts'
import { named } from '../../parts/marks/names.ts'
import { number } from '../../parts/marks/numbers.ts'
import { momentOf } from '../../parts/marks/when.tsx'
import { t } from '../../texts/operator.ts'
import { say } from '../../texts/text.ts'
import { Change, type Notify } from './change.tsx'
import { Line } from './line.tsx'

type Checkup = Body<'getCheckup'>

interface PartProps {
  of: Checkup
  notify: Notify
}

/** In milliseconds: how often a page asks whether what somebody waits for has come. */
const SOON = 1_500

export function Checks({ of, notify }: PartProps) {
  const isWaiting = of.underWay || of.backups?.asked === true
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => refetch(/^\/system\/checkup/), SOON)
    return () => clearInterval(timer)
  }, [isWaiting])
  return (
    <section class="part">
      <h2>{say(t.checks)}</h2>
      <p class="hint">{say(t.checksWhy)}</p>
      <p class="soft">
        {of.underWay || of.checkedAt === undefined
          ? say(t.checking)
          : say(t.checkedAt, { when: momentOf(of.checkedAt), machine: named(of.machine ?? '') })}
      </p>
      {may('system-check') && (
        <div class="actions start">
          <Change
            label={say(t.lookAgain)}
            done={say(t.lookStarted)}
            change={() => call('startCheckup', {})}
            notify={notify}
          />
        </div>
      )}
      {of.checks.length > 0 && (
        <details>
          <summary>{say(t.allChecks, { count: of.checks.length })}</summary>
          <ul class="lines short" aria-label={say(t.checks)}>
            {of.checks.map(({ name, state, says }) => (
              <Line key={name} name={<bdi>{name}</bdi>} detail={<bdi>{says}</bdi>}>
                <span class="line-side">{say(t.checkState, { state })}</span>
              </Line>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

export const BackUpNow = ({ notify }: { notify: Notify }) => (
  <Change
    label={say(t.backupNow)}
    done={say(t.backupAsked)}
    change={() => call('createBackup', {})}
    notify={notify}
  />
)

/** More backups than this are counted. */
const MOST = 8

export function Backups({ of: { backups }, notify }: PartProps) {
  if (backups === undefined) return null
  const { enabled, folder, asked, made } = backups
  return (
    <section class="part">
      <h2>{say(t.backups)}</h2>
      <p class="hint">{enabled ? say(t.backupsIn, { folder: named(folder) }) : say(t.backupsOff)}</p>
      {made.length === 0 ? (
        <p class="soft">{say(enabled ? t.noBackupsYet : t.noBackups)}</p>
      ) : (
        <ul class="lines short" aria-label={say(t.backups)}>
          {made.slice(0, MOST).map(({ name, endedAt, bytes, checkedAt }) => (
            <Line
              key={name}
              name={momentOf(endedAt)}
              detail={
                checkedAt === undefined
                  ? say(t.backupUnchecked)
                  : say(t.backupWasChecked, { when: momentOf(checkedAt) })
              }
            >
              <span class="line-side">{say(t.backupSize, { size: number(megabytes(bytes)) })}</span>
            </Line>
          ))}
        </ul>
      )}
      {made.length > MOST && <p class="soft">{say(t.moreBackups, { count: number(made.length - MOST) })}</p>}
      {asked ? (
        <p class="soft">{say(t.backupAsked)}</p>
      ) : (
        may('backup-create') && (
          <div class="actions start">
            <BackUpNow notify={notify} />
          </div>
        )
      )}
    </section>
  )
}

const megabytes = (bytes: number) => Math.max(0.1, Math.round(bytes / 100_000) / 10)
