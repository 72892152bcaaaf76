/** Search services: SearXNG, which people host themselves, and Brave, which needs a key. */
import * as z from 'zod'
import { type Answer, HOUR, after, bounded, call, capital, jsonOf, refusalOf } from './call.ts'
import { Down, Stopped } from './failures.ts'
import type { FoundRulebook } from './services.ts'
import { visible } from './visible.ts'

export type Search = (query: string, signal: AbortSignal) => Promise<FoundRulebook[]>

export type SearchSettings =
  | {
      service: 'searxng'
      /**
       * The address, such as `https://search.example.org`, to which `/search` is added. The service must allow the format `json`.
       */
      baseUrl: string
      timeout?: number
    }
  | {
      service: 'brave'
      apiKey: string
      /** The address, to which `/res/v1/web/search` is added. Without it, `https://api.search.brave.com`. */
      baseUrl?: string
      timeout?: number
    }

export function searchOf(settings: SearchSettings): Search {
  return settings.service === 'searxng' ? searxng(settings) : brave(settings)
}

const SERVICE = 'the search service'
const MOST_BYTES = 4 * 1024 * 1024
const TIMEOUT = 30_000

const Results = z.array(z.looseObject({ url: z.string(), title: z.string().nullish() }))
const SearxngAnswer = z.looseObject({ results: Results })
const BraveAnswer = z.looseObject({ web: z.looseObject({ results: Results }).nullish() })

function searxng({ baseUrl, timeout = TIMEOUT }: SearchSettings & { service: 'searxng' }): Search {
  return async (query, signal) => {
    const url = new URL(`${baseUrl.replace(/\/+$/, '')}/search`)
    url.search = String(new URLSearchParams({ q: query, format: 'json', categories: 'general' }))
    const headers = { accept: 'application/json' }
    const answer = await call({ service: SERVICE, url, headers, mostBytes: MOST_BYTES, timeout, signal })
    if (answer.status === 403)
      throw new Stopped(
        'The search service refuses us, or does not allow the format json (403).',
        after(HOUR),
      )
    if (answer.status !== 200) throw refusalOf(SERVICE, answer)
    return foundIn(SearxngAnswer.safeParse(jsonOf(SERVICE, answer)).data?.results)
  }
}

function brave({ baseUrl, apiKey, timeout = TIMEOUT }: SearchSettings & { service: 'brave' }): Search {
  return async (query, signal) => {
    const url = new URL(
      `${(baseUrl ?? 'https://api.search.brave.com').replace(/\/+$/, '')}/res/v1/web/search`,
    )
    url.search = String(new URLSearchParams({ q: query.slice(0, 400), count: '20', result_filter: 'web' }))
    const headers = { accept: 'application/json', 'x-subscription-token': apiKey }
    const answer = await call({ service: SERVICE, url, headers, mostBytes: MOST_BYTES, timeout, signal })
    if (answer.status === 422 && answer.body.includes('SUBSCRIPTION_TOKEN'))
      throw new Stopped('The search service refuses the credentials (422).', after(HOUR))
    if (answer.status === 429)
      throw new Stopped('The search service asks for fewer calls (429).', resetIn(answer) ?? after(60_000))
    if (answer.status !== 200) throw refusalOf(SERVICE, answer)
    const { data } = BraveAnswer.safeParse(jsonOf(SERVICE, answer))
    return foundIn(data && (data.web?.results ?? []))
  }
}

function foundIn(results: z.output<typeof Results> | undefined): FoundRulebook[] {
  if (!results) throw new Down(`${capital(SERVICE)} did not answer with results.`)
  return results.flatMap(({ url, title }) => {
    const address = URL.parse(url)?.href
    const shown = visible(title ?? '')
      .slice(0, 255)
      .toWellFormed()
    return address === undefined ? [] : [{ url: address, ...(shown === '' ? {} : { title: shown }) }]
  })
}

/**
 * When we can go on. Brave has a limit for each second and one for each month, and sends for both how many calls are left, and
 * the seconds until the reset.
 */
function resetIn({ headers }: Answer): Date | undefined {
  const numbers = (name: string) =>
    (headers.get(name) ?? '').split(',').map((text) => Number.parseInt(text, 10))
  const remaining = numbers('x-ratelimit-remaining')
  const seconds = numbers('x-ratelimit-reset').filter(
    (reset, index) => reset >= 0 && !(Number(remaining[index]) > 0),
  )
  return seconds.length === 0 ? undefined : bounded(Math.max(...seconds) * 1000)
}
