/** Reports to `scorebook doctor` how the webhooks are doing. */
import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** In hours. An endpoint that has failed for longer is not just restarting. */
const PATIENCE = 1

type Health = {
  enabled: number
  disabled: number
  waiting: number
  failing: { id: string; since: string; failure: string }[]
}

/** Throws an error that names the endpoints that are failing. */
export async function healthOfWebhooks(db: Queryable): Promise<string> {
  const { enabled, disabled, waiting, failing } = await db.one(HEALTH)
  if (failing.length > 0) {
    const each = failing.map(({ id, since, failure }) => `${id} since ${since} (${failure})`)
    throw new Error(
      `these webhooks fail: ${each.join('; ')} Correct their endpoints or \`url\`, or disable them. What has failed can be replayed for a week.`,
    )
  }
  if (enabled + disabled === 0) return 'none'
  return `${enabled} enabled, ${disabled} disabled, ${waiting} deliveries wait`
}

const HEALTH = sql<Health>`
  select count(*) filter (where disabled_at is null)::int as enabled, count(disabled_at)::int as disabled,
    (select count(*)::int from webhook_deliveries where state = 'WAITING') as waiting,
    coalesce(json_agg(json_build_object('id', id, 'since', rfc3339(failing_since), 'failure', last_failure) order by id)
      filter (where disabled_at is null and failing_since < now() - make_interval(hours => ${PATIENCE})), '[]') as failing
  from webhooks`
