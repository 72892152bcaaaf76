/** A site with rulebooks and a robots.txt. It notes each request. */
import { answer, serving } from './serving.ts'

export interface Page {
  status?: number
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** If true, the connection ends in the middle of the body. */
  cut?: boolean
  /** If true, the body never ends. */
  endless?: boolean
}

export interface SiteServer {
  baseUrl: string
  port: number
  pages: Map<string, Page>
  /** The path and query of each request, including robots.txt. */
  asked: string[]
  userAgents: Set<string>
}

export async function siteServer(pages: Record<string, Page> = {}, host?: string): Promise<SiteServer> {
  const site = { pages: new Map(Object.entries(pages)), asked: [] as string[], userAgents: new Set<string>() }
  const { baseUrl, port } = await serving(({ url, headers }, response) => {
    const path = url.pathname + url.search
    site.asked.push(path)
    site.userAgents.add(headers['user-agent'] ?? '')
    const page = site.pages.get(path)
    if (!page) return answer(response, 404, { 'content-type': 'text/plain' }, 'Not found')
    const { status = 200, body = '', cut = false, endless = false } = page
    if (endless || cut) {
      response.writeHead(status, { 'content-length': '1000000', ...page.headers })
      response.write(body, () => cut && response.destroy())
    } else answer(response, status, page.headers ?? {}, body)
  }, host)
  return Object.assign(site, { baseUrl, port })
}

export const html = (body: string | Uint8Array): Page => ({
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body,
})
export const plain = (body: string | Uint8Array): Page => ({
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
})
export const pdf = (body: string | Uint8Array): Page => ({
  headers: { 'content-type': 'application/pdf' },
  body,
})
export const redirect = (location: string, status = 302): Page => ({ status, headers: { location } })
