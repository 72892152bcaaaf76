/** Imports of the running service, as `scorebook import` uses them. */
import { uuidv7 } from '../../db/uuid.ts'
import type { Requests } from './requests.ts'

export interface Import {
  id: string
  timeZone: string
  state: 'QUESTIONS' | 'READY' | 'RUNNING' | 'DONE' | 'FAILED' | 'EXPIRED'
  openQuestions: number
  playsToDo: number
  playsDone: number
  plays: { status: string; reason?: string; plays: number }[]
  names: { kind: string; decision: string; names: number }[]
  notes: { kind: string; count: number; found: string[] }[]
  failure?: string
}

export interface Question {
  id: string
  kind: 'PERSON' | 'GAME'
  name: string
  plays: number
  candidates: { id: string; displayName: string }[]
  suggestion?: { answer: string; id?: string }
}

export class Refused extends Error {
  readonly status: number
  readonly text: string

  constructor(status: number, text: string) {
    super('The service has refused.')
    this.status = status
    this.text = text
  }
}

export class Imports {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  upload(bytes: Blob, timeZone: string): Promise<Import> {
    const query = new URLSearchParams({ timeZone })
    return this.#send<Import>('POST', '/imports', { query, body: bytes, type: 'application/octet-stream' })
  }

  /** The newest import of the file that has not ended, such as one whose terminal was closed. */
  async unfinished(fileDigest: string): Promise<Import | undefined> {
    const filter = `fileDigest==${fileDigest};state=in=(QUESTIONS,READY,RUNNING,FAILED)`
    const query = new URLSearchParams({ filter, sort: 'createdAt:DESC', limit: '1' })
    const { items } = await this.#send<{ items: Import[] }>('GET', '/imports', { query })
    return items[0]
  }

  /** Makes the dry run again. */
  again(id: string, timeZone: string): Promise<Import> {
    return this.send<Import>('PATCH', `/imports/${id}`, { timeZone })
  }

  /** Changes are sent for whichever version is there: nobody else changes an import. */
  send<T>(method: string, path: string, body?: object): Promise<T> {
    return this.#send<T>(method, path, body === undefined ? {} : { body: JSON.stringify(body) })
  }

  async questions(id: string): Promise<Question[]> {
    const all: Question[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = new URLSearchParams({
        filter: 'decision==ASKED',
        limit: '100',
        ...(cursor && { cursor }),
      })
      const page: { items: Question[]; nextCursor: string | null } = await this.#send(
        'GET',
        `/imports/${id}/questions`,
        { query },
      )
      all.push(...page.items)
      cursor = page.nextCursor
    }
    return all
  }

  forget(id: string): Promise<unknown> {
    return this.send('DELETE', `/imports/${id}`)
  }

  async #send<T>(
    method: string,
    path: string,
    { query = new URLSearchParams(), body, type = 'application/json' }: Sent,
  ): Promise<T> {
    const headers = new Headers(body === undefined ? {} : { 'content-type': type })
    if (method !== 'GET') {
      headers.set('if-match', '*')
      headers.set('idempotency-key', uuidv7())
    }
    const { status, text } = await this.#requests.send(path, query, { method, headers, body })
    if (status >= 400) throw new Refused(status, text)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
}

interface Sent {
  query?: URLSearchParams
  body?: string | Blob
  type?: string
}
