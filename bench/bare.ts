/** The bare side: node:http and plain statements. It checks no token, body or right, and stores no answers for retries. */
import { type IncomingMessage, type Server, createServer } from 'node:http'
import { PREFIX_OF_USER, routeOf } from './requests.ts'
import type { PlainDatabase } from './plain-database.ts'
import type { PlainlyAsked, Work } from './works/work.ts'

/** `workNow` returns the workload that is measured now. */
export function bareServer(db: PlainDatabase, workNow: () => Work): Server {
  return createServer((request, response) => {
    const end = (status: number, body: string) => {
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      response.writeHead(status, headers).end(body)
    }
    const work = workNow()
    read(work, request)
      .then((asked) => db.answer(work.plain(asked)))
      .then(
        (body) => (body === undefined ? end(404, '') : end(work.bareStatus ?? work.status, body)),
        (error: unknown) => end(500, String(error)),
      )
  })
}

async function read({ route }: Work, request: IncomingMessage): Promise<PlainlyAsked> {
  const [path = '', query] = (request.url ?? '').split('?')
  const userId = request.headers.authorization?.slice(PREFIX_OF_USER.length) ?? ''
  return {
    userId,
    params: { ...routeOf(route).pattern.exec(path)?.groups },
    query: query === undefined ? {} : Object.fromEntries(new URLSearchParams(query)),
    body: request.method === 'GET' ? undefined : await bodyOf(request),
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString())
}
