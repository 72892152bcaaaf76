/** A server with the two search protocols and their rules. */
import { type Asked, answer, json, serving } from './serving.ts'

export const SUBSCRIPTION = 'search-token-of-a-test'

export interface SearchServer {
  baseUrl: string
  results: { url: string; title: string }[]
  queries: string[]
  /** The next answers, given in place of usual ones. Each is given once. */
  instead: { status: number; headers?: Record<string, string>; body?: unknown }[]
}

/** A SearXNG instance that allows the format json. */
export function searxngServer(): Promise<SearchServer> {
  return searchServer(
    ({ method, url }) => {
      if (method !== 'GET' || url.pathname !== '/search') return { status: 404, body: 'Not found' }
      if (url.searchParams.get('format') !== 'json') return { status: 200, body: '<!doctype html>' }
      return url.searchParams.get('q') ? undefined : { status: 400, body: 'No query' }
    },
    (results, query) => ({
      query,
      number_of_results: 0,
      results: results.map((result) => ({ ...result, content: 'A snippet.', engine: 'test', score: 1 })),
      answers: [],
      suggestions: [],
      unresponsive_engines: [['other', 'timeout']],
    }),
  )
}

export function braveServer(): Promise<SearchServer> {
  return searchServer(
    ({ method, url, headers }) => {
      if (method !== 'GET' || url.pathname !== '/res/v1/web/search') return { status: 404, body: 'Not found' }
      if (headers['x-subscription-token'] !== SUBSCRIPTION)
        return {
          status: 422,
          body: { type: 'ErrorResponse', error: { code: 'SUBSCRIPTION_TOKEN_INVALID', status: 422 } },
        }
      const query = url.searchParams.get('q') ?? ''
      const count = Number(url.searchParams.get('count') ?? 20)
      if (query === '' || query.length > 400 || count > 20)
        return { status: 422, body: { type: 'ErrorResponse', error: { code: 'VALIDATION', status: 422 } } }
      return undefined
    },
    (results, query) => ({
      type: 'search',
      query: { original: query },
      ...(results.length === 0
        ? {}
        : {
            web: {
              type: 'search',
              results: results.map((result) => ({ ...result, description: 'A snippet.' })),
            },
          }),
    }),
  )
}

async function searchServer(
  refused: (asked: Asked) => { status: number; body: unknown } | undefined,
  found: (results: SearchServer['results'], query: string) => unknown,
): Promise<SearchServer> {
  const server: Omit<SearchServer, 'baseUrl'> = { results: [], queries: [], instead: [] }
  const { baseUrl } = await serving((asked, response) => {
    const refusal = refused(asked) ?? server.instead.shift()
    if (refusal) {
      const { status, body = '' } = refusal
      const headers = 'headers' in refusal ? refusal.headers : undefined
      if (typeof body === 'string') return answer(response, status, headers ?? {}, body)
      return json(response, status, body, headers)
    }
    const query = asked.url.searchParams.get('q') ?? ''
    server.queries.push(query)
    json(response, 200, found(server.results, query))
  })
  return Object.assign(server, { baseUrl })
}
