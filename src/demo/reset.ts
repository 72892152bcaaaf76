/** Says whether a database has nothing but the demo. Only such a database is emptied without a question. */
import { type Ask, CannotReset } from '../db/reset.ts'

/** What the people of the demo did since then is a part of it. Throws `CannotReset`. */
export async function mustBeDemo(ask: Ask): Promise<void> {
  const [there] = await ask(`select to_regclass('demo_people') is not null as has`)
  const [found] = there?.['has'] === true ? await ask(HAS_ONLY_DEMO) : []
  if (found?.['yes'] !== true)
    throw new CannotReset(
      'The database is no demo, or somebody has an account of their own in it, so it stays as it is; `scorebook reset` empties any database.',
    )
}

const HAS_ONLY_DEMO = `
  select exists (select from demo_people)
    and not exists (
      select from accounts a where not exists (select from demo_people d where d.account_id = a.id))
    and not exists (
      select from users u where u.erased_at is null and not exists (
        select from demo_people d where d.account_id::text = u.subject)) as yes`
