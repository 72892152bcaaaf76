/** The bare side: node:http in front of plain statements. It checks no tokens, no shapes and no rights, and stores no answers. */
import { type IncomingMessage, type Server, createServer } from 'node:http'
import { PREFIX_OF_USER, routeOf } from './requests.ts'
import type { PlainDatabase } from './plain-database.ts'
import type { PlainlyAsked, Work } from './works/work.ts'

/** `workNow` returns the work that is measured at present. */
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
