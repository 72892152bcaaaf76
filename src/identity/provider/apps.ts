/** The apps that have access to a person's account, and how this access ends. */
import { type Sql, sql } from '../../db/sql.ts'
import { accountChanged } from '../sessions/account-status.ts'
import { COMMAND_LINE } from '../clients/command-line.ts'

export type App = {
  clientId: string
  name: string
  /** The scopes of all grants of the app together. */
  scopes: string[]
  since: Date
}

export const appsOf = (accountId: string | undefined) => sql<App>`
  select g.client_id as "clientId", coalesce(c.name, ${COMMAND_LINE.client_name}) as name, min(to_timestamp((g.payload ->> 'iat')::numeric)) as since,
    array(
      select distinct word
      from oidc_artifacts own,
        lateral (
          select own.payload #>> '{openid,scope}' as words
          union all
          select value from json_each_text(coalesce(own.payload -> 'resources', '{}'::json))
        ) granted,
        lateral regexp_split_to_table(granted.words, ' ') word
      where own.model = 'Grant' and own.account_id = ${accountId} and own.client_id = g.client_id
      order by word) as scopes
  from oidc_artifacts g left join oidc_clients c on c.id::text = g.client_id
  where g.model = 'Grant' and g.account_id = ${accountId} and (g.expires_at is null or g.expires_at > now())
  group by g.client_id, c.name order by since`

/** The JSON of an app, in a select from `appsOf(…) app`. */
export const appJson = sql`json_object(
  'clientId': app."clientId",
  'name': app.name,
  'scopes': to_json(app.scopes),
  'since': rfc3339(app.since))`

/** Ends the app's grants and access tokens, and the personal tokens that the app has made. Selects the number of grants. */
export const endApp = (accountId: string, clientId: string): Sql<{ ended: number }> => sql`
  with ended as (
    delete from oidc_artifacts where account_id = ${accountId} and client_id = ${clientId} returning model
  ), notified as materialized (${accountChanged(accountId)})
  select (select count(*) filter (where model = 'Grant')::int from ended) as ended from notified`

export const tokensMadeBy = (accountId: string, clientId: string) => sql<{ id: string }>`
  select pt.id from personal_tokens pt
  join oidc_artifacts g on g.model = 'Grant' and g.id = pt.grant_id and g.client_id = ${clientId}
  where pt.account_id = ${accountId} for update of pt`
