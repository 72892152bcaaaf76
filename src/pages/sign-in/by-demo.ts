/**
 * Signs in as a person of the demo, by one click and without a secret. This is possible only in a browser on the same machine.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback, isThisMachine } from '../../http/outgoing.ts'
import { forbidden } from '../../http/problem.ts'
import { type DemoPerson, demoPeople, demoPerson } from '../../identity/accounts/demo-people.ts'
import type { Role } from '../../identity/roles.ts'
import { type Part, html } from '../html.ts'
import type { Site } from '../site.ts'
import { signIn } from './sign-in-session.ts'

/** Signs in. Throws the same 403 whatever the reason. */
export async function byDemo(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
): Promise<void> {
  // The header Origin is required. All browsers of recent years send it with a form.
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

/** The people of the demo that the page offers. Empty if there is no demo. */
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

/** True if the browser runs on this machine and calls the service by the service's own name. */
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
    // Behind a proxy, everybody would seem to be on the proxy's machine.
    trustedProxies.length === 0 &&
    // If a request has a header that browsers do not send, it may come through a proxy or tunnel.
    Object.keys(headers).every((name) => OF_BROWSERS.test(name)) &&
    // The name of another site can resolve to this machine. Then the Host header has that name.
    hosts.length <= 1 &&
    headers.host?.toLowerCase() === base.host
  )
}

const OF_BROWSERS =
  /^(host|connection|keep-alive|user-agent|accept(-charset|-encoding|-language)?|referer|origin|cookie|cache-control|pragma|content-(type|length)|upgrade-insecure-requests|if-(none-match|modified-since)|sec-.*|dnt|te|priority|purpose|alt-used|save-data|dpr|viewport-width|width|device-memory|rtt|downlink|ect|service-worker-navigation-preload)$/
