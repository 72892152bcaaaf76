/** The Messages protocol of Anthropic. */
import * as z from 'zod'
import { call, capital, jsonOf } from './call.ts'
import { Down, NoEvidence } from './failures.ts'
import { type AskModel, type ModelSettings, MOST_ANSWER_BYTES, SERVICE, modelRefusalOf } from './model.ts'

/** The version is explained at https://platform.claude.com/docs/en/api/versioning */
const VERSION = '2026-10-21'

const Message = z.object({
  type: z.literal('message'),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string().nullish(),
  usage: z.object({
    input_tokens: z.number(),
    output_tokens: z.number(),
    cache_creation_input_tokens: z.number().nullish(),
    cache_read_input_tokens: z.number().nullish(),
  }),
})

export function anthropic(settings: ModelSettings): AskModel {
  const { baseUrl, apiKey, model, mostTokens = 8192, timeout = 180_000 } = settings
  return async ({ system, user, schema }, signal) => {
    const answer = await call({
      service: SERVICE,
      url: new URL(`${baseUrl.replace(/\/+$/, '')}/v1/messages`),
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'anthropic-version': VERSION,
        ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
      },
      body: JSON.stringify({
        model,
        max_tokens: mostTokens,
        system,
        messages: [{ role: 'user', content: user }],
        output_config: { format: { type: 'json_schema', schema } },
      }),
      mostBytes: MOST_ANSWER_BYTES,
      timeout,
      signal,
    })
    if (answer.status !== 200) throw modelRefusalOf(answer)
    const { data: message } = Message.safeParse(jsonOf(SERVICE, answer))
    if (!message) throw new Down(`${capital(SERVICE)} did not answer with a message.`)
    const { input_tokens, output_tokens, cache_creation_input_tokens, cache_read_input_tokens } =
      message.usage
    const cached = (cache_creation_input_tokens ?? 0) + (cache_read_input_tokens ?? 0)
    const usage = { tokens: input_tokens + cached + output_tokens }
    if (message.stop_reason === 'refusal')
      throw new NoEvidence('The language model declined to answer.', usage)
    if (message.stop_reason !== 'end_turn')
      throw new NoEvidence('The answer of the language model was cut off.', usage)
    const text = message.content.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join('')
    return { text, usage }
  }
}
