/**
 * Signs in as somebody of the demo, by one click and without a secret. So it works only on the machine itself: every condition of
 * `isAtThisMachine` must hold, and whatever cannot be known counts as no.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback, isThisMachine } from '../../http/outgoing.ts'
import { forbidden } from '../../http/problem.ts'
import { type DemoPerson, demoPeople, demoPerson } from '../../identity/accounts/demo-people.ts'
import type { Role } from '../../identity/roles.ts'
import { type Part, html } from '../html.ts'
import type { Site } from '../site.ts'
import { signIn } from './sign-in-session.ts'

/** Signs in, or throws a 403, the same one for every reason. */
export async function byDemo(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
): Promise<void> {
  // Every browser of recent years sends Origin with a form, so we demand it, even though Sec-Fetch-Site is enough elsewhere.
  const isOwnForm = request.headers.origin === new URL(site.baseUrl).origin
  const entered =
    isOwnForm &&
    isAtThisMachine(site, request) &&
    (await signIn(site, request, reply, 'DEMO', async (db) => {
      const person = await demoPerson(db, accountId)
      return person && { accountId: person.id }
    }))
  if (!entered)
    throw forbidden(
      'Nobody is signed in by one click here: this is for the people of a demo, in a browser on the machine that runs it.',
    )
}

/** The people on the page for this request; nearly always none. */
export const listedFor = (site: Site, request: FastifyRequest): Promise<DemoPerson[]> | DemoPerson[] =>
  isAtThisMachine(site, request) ? demoPeople(site.db) : []

export const demoButtons = (people: readonly DemoPerson[], next: string): Part =>
  people.length > 0 &&
  html`<form class="sheet" method="post" action="/sign-in/demo">
    <h2>Look around as somebody of the demo</h2>
    <p class="hint">
      One click signs in, on this machine alone, for as long as nobody else has an account here.
    </p>
    <input type="hidden" name="next" value="${next}" />
    <div class="rows">
      ${people.map(
        ({ id, name, roles }) =>
          html`<div>
            <div>
              <strong>${name}</strong>
              <p class="about">${partsOf(roles)}</p>
            </div>
            <button class="second" name="account" value="${id}">Be ${name}</button>
          </div>`,
      )}
    </div>
  </form>`

const PARTS: Record<Role, string> = {
  player: 'plays',
  'catalog-editor': 'reviews the catalogue',
  translator: 'translates',
  'application-owner': 'publishes translations',
  'catalog-service': 'fills the catalogue',
  admin: 'administers',
}

const partsOf = (roles: readonly Role[]) => roles.map((role) => PARTS[role]).join(', ')

/** True if the request comes from this machine, by a browser that names the service itself. */
function isAtThisMachine(
  { host, trustedProxies, baseUrl }: Pick<Site, 'host' | 'trustedProxies' | 'baseUrl'>,
  { headers, raw: { socket, rawHeaders } }: Pick<FastifyRequest, 'headers' | 'raw'>,
): boolean {
  const base = new URL(baseUrl)
  const hosts = rawHeaders.filter((_, index) => index % 2 === 0).filter((name) => /^host$/i.test(name))
  return (
    isThisMachine(host) &&
    isThisMachine(base.hostname) &&
    isLoopback(socket.remoteAddress?.replace(/^::ffff:/i, '') ?? '') &&
    // Behind a proxy everybody has the proxy's address, and a proxy on this machine has this machine's.
    trustedProxies.length === 0 &&
    // Nobody knows all headers that proxies, tunnels and delivery networks add. So we take any header that browsers do not send
    // for one of them.
    Object.keys(headers).every((name) => OF_BROWSERS.test(name)) &&
    // A page of another site whose name resolves to this machine sends that site's name.
    hosts.length <= 1 &&
    headers.host?.toLowerCase() === base.host
  )
}

/** The headers that browsers send with a page load and with a form. */
const OF_BROWSERS =
  /^(host|connection|keep-alive|user-agent|accept(-charset|-encoding|-language)?|referer|origin|cookie|cache-control|pragma|content-(type|length)|upgrade-insecure-requests|if-(none-match|modified-since)|sec-.*|dnt|te|priority|purpose|alt-used|save-data|dpr|viewport-width|width|device-memory|rtt|downlink|ect|service-worker-navigation-preload)$/
