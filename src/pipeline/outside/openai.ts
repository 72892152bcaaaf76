/** The Chat Completions protocol of OpenAI, which many other services speak too. */
import * as z from 'zod'
import { call, capital, jsonOf } from './call.ts'
import { Down, NoEvidence } from './failures.ts'
import { type AskModel, type ModelSettings, MOST_ANSWER_BYTES, SERVICE, modelRefusalOf } from './model.ts'

const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ total_tokens: z.number() }).nullish(),
})

export function openai(settings: ModelSettings): AskModel {
  const { baseUrl, apiKey, model, mostTokens = 8192, timeout = 180_000 } = settings
  return async ({ system, user, schema }, signal) => {
    const answer = await call({
      service: SERVICE,
      url: new URL(`${baseUrl.replace(/\/+$/, '')}/chat/completions`),
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({
        model,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
        max_completion_tokens: mostTokens,
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'interpretation', strict: true, schema },
        },
      }),
      mostBytes: MOST_ANSWER_BYTES,
      timeout,
      signal,
    })
    if (answer.status !== 200) throw modelRefusalOf(answer)
    const completion = Completion.safeParse(jsonOf(SERVICE, answer))
    const choice = completion.data?.choices[0]
    if (!choice) throw new Down(`${capital(SERVICE)} did not answer with a completion.`)
    const usage = { tokens: completion.data?.usage?.total_tokens ?? 0 }
    const { content, refusal } = choice.message
    if (refusal || choice.finish_reason === 'content_filter')
      throw new NoEvidence('The language model declined to answer.', usage)
    if (choice.finish_reason === 'length')
      throw new NoEvidence('The answer of the language model was cut off.', usage)
    return { text: content ?? '', usage }
  }
}
