/** The browser of a signed-in person: it stores cookies by path, follows redirects and refreshes, and sends forms. */
import assert from 'node:assert/strict'

interface Cookie {
  name: string
  value: string
  path: string
}

export interface PageOf {
  url: string
  status: number
  headers: Headers
  text: string
  /** The hidden fields of the form, with their values. */
  hidden: Record<string, string>
  action: string
}

export class Browser {
  readonly #origin: string
  #cookies: Cookie[] = []
  /** The value of every cookie that this browser has ever received. */
  readonly given: string[] = []

  constructor(origin: string) {
    this.#origin = origin
  }

  set(name: string, value: string, path = '/'): void {
    this.#cookies = this.#cookies.filter((one) => one.name !== name || one.path !== path)
    if (value !== '') this.#cookies.push({ name, value, path })
  }

  cookie(name: string): string | undefined {
    return this.#cookies.find((one) => one.name === name)?.value
  }

  /**
   * Opens an address like a link on another site. The first request has no cookies, because all our cookies are SameSite=Strict.
   */
  async openFromElsewhere(url: string): Promise<PageOf> {
    return this.#follow(url, { headers: { 'sec-fetch-site': 'cross-site', accept: 'text/html' } }, false)
  }

  async open(url: string): Promise<PageOf> {
    return this.#follow(url, {}, true)
  }

  /** Sends the form of a page, with its hidden fields and these fields. */
  async submit(page: PageOf, fields: Record<string, string> = {}): Promise<PageOf> {
    const body = new URLSearchParams({ ...page.hidden, ...fields })
    return this.#follow(new URL(page.action, page.url).href, { method: 'POST', body }, true)
  }

  /** Follows redirects until an address of another origin, where the app would continue. */
  async #follow(start: string, init: RequestInit, own: boolean): Promise<PageOf> {
    let url = start
    let request = init
    let withCookies = own
    for (let hops = 0; hops < 15; hops++) {
      if (new URL(url).origin !== this.#origin)
        return { url, status: 0, headers: new Headers(), text: '', hidden: {}, action: '' }
      const response = await fetch(url, {
        ...request,
        redirect: 'manual',
        headers: {
          accept: 'text/html',
          'sec-fetch-site': 'same-origin',
          ...(withCookies ? { cookie: this.#header(new URL(url).pathname) } : {}),
          ...(request.headers as Record<string, string> | undefined),
        },
      })
      this.#take(response, url)
      const location = response.headers.get('location')
      const text = await response.text()
      const refresh = /http-equiv="refresh" content="0; url=([^"]*)"/.exec(text)?.[1]
      if (location === null && refresh === undefined) return pageOf(url, response, text)
      // A refresh by our own page counts as our own request. A redirect after another site's link still counts as that site's
      // request.
      if (refresh !== undefined || withCookies) withCookies = true
      url = new URL(location ?? unescaped(refresh ?? ''), url).href
      request = withCookies ? {} : { headers: { 'sec-fetch-site': 'cross-site' } }
    }
    return assert.fail(`${start} led round and round.`)
  }

  #header(path: string): string {
    return this.#cookies
      .filter(
        (one) => path === one.path || path.startsWith(one.path.endsWith('/') ? one.path : `${one.path}/`),
      )
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  }

  #take(response: Response, url: string): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
      const [name = '', value = ''] = pair.split('=')
      const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? new URL(url).pathname
      const gone = attributes.some((one) => /^(max-age=0|expires=Thu, 01 Jan 1970)/i.test(one))
      assert.match(line, /samesite=strict/i, line)
      assert.match(line, /httponly/i, line)
      if (!gone && value !== '') this.given.push(value)
      this.set(name, gone ? '' : value, path)
    }
  }
}

function pageOf(url: string, response: Response, text: string): PageOf {
  const main = text.slice(text.indexOf('<main'))
  const hidden = [...main.matchAll(/<input\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => attribute(tag, 'type') === 'hidden')
    .map((tag): [string, string] => [attribute(tag, 'name'), attribute(tag, 'value')])
  const action = attribute(/<form\b[^>]*>/.exec(main)?.[0] ?? '', 'action')
  const { status, headers } = response
  return { url, status, headers, text, hidden: Object.fromEntries(hidden), action }
}

const attribute = (tag: string, name: string) =>
  unescaped(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
