/** Workloads of a running application: it fetches its texts, or asks whether the texts have changed. */
import { APPLICATION, LOCALE } from '../texts.ts'
import { type Work, pick, pool } from './work.ts'

const route = 'GET /applications/{applicationId}/messages/{locale}'
const params = { applicationId: APPLICATION, locale: LOCALE }

const messages: Work = {
  name: 'messages',
  route,
  status: 200,
  requests: ({ callers }) => pool(() => ({ person: pick(callers), params })),
  plain: ({ params: { applicationId, locale } }) => [{ text: allTexts, values: [applicationId, locale] }],
}

/** The bare side has no ETags, so it answers with all texts. */
const unchangedMessages: Work = {
  ...messages,
  name: 'messages 304',
  status: 304,
  bareStatus: 200,
  requests: ({ callers, textsTag }) =>
    pool(() => ({ person: pick(callers), params, headers: { 'if-none-match': textsTag } })),
}

const allTexts = `
  select json_object('applicationId': $1::text, 'locale': $2::text, 'messages': (
    select json_object_agg(k.key, coalesce(t.published_text, k.base_text) order by k.key)
    from message_keys k
    left join translations t on t.application_id = k.application_id and t.key = k.key and t.locale = $2 and t.published_fits
    where k.application_id = $1 and k.obsoleted_at is null))::text as body`

export const texts: Work[] = [messages, unchangedMessages]
