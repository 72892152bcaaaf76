/**
 * The pages of the OpenID provider: for the request of an app, the code of a device, a sign-out that an app asks for, and errors.
 */
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { ProviderPages } from '../../identity/provider/pages.ts'
import { ROUTES } from '../../identity/provider/paths.ts'
import { requestContext } from '../../identity/provider/request-context.ts'
import { type Html, html } from '../html.ts'
import { type Page, field, renderedPage, summaryOf } from '../page.ts'
import { signedOutPage } from '../signed-out.ts'

export const pages: ProviderPages = {
  error(ctx, out) {
    write(ctx, errorPage(out, ctx.status))
  },
  deviceCode(ctx, _out, error) {
    write(
      ctx,
      deviceCodePage(
        xsrfOf(ctx),
        requestContext.getStore()?.suggestedCode ?? '',
        error && { text: WRONG_CODE[error.name] ?? WRONG_CODE.default, status: ctx.status },
      ),
    )
  },
  deviceConfirm(ctx, client, userCode) {
    write(ctx, deviceConfirmPage(xsrfOf(ctx), client.clientName ?? client.clientId, userCode))
  },
  deviceDone(ctx) {
    write(ctx, deviceDonePage(appOf(ctx)))
  },
  signOut(ctx) {
    write(ctx, signOutPage(xsrfOf(ctx), ctx.oidc.client && appOf(ctx), leadsTo(ctx.oidc.session?.state)))
  },
  signedOut(ctx) {
    write(ctx, signedOutPage({ lead: 'You can close this page.' }))
  },
}

function write(ctx: KoaContextWithOIDC, page: Page): void {
  const { status, headers, text } = renderedPage(page)
  ctx.status = status
  ctx.set(headers)
  ctx.body = text
}

const xsrfOf = ({ oidc }: KoaContextWithOIDC) =>
  (oidc.session?.state as { secret?: string } | undefined)?.secret ?? ''

const appOf = ({ oidc }: KoaContextWithOIDC) => oidc.client?.clientName ?? oidc.client?.clientId ?? 'the app'

/** The origins to which the form may lead in the end. Browsers check this through all redirects. */
function leadsTo(state: unknown): string[] {
  const uri = (state as { postLogoutRedirectUri?: string } | undefined)?.postLogoutRedirectUri
  return uri === undefined ? [] : originsOf(uri)
}

/** What `form-action` needs for this URI: its origin, or its scheme if the app is on the same machine. */
function originsOf(uri: string): string[] {
  const parsed = URL.parse(uri)
  if (!parsed) return []
  return parsed.origin === 'null' ? [parsed.protocol] : [parsed.origin]
}

interface ConsentFacts {
  app: string
  /** The address of the app, to which the browser goes next. Undefined for a device. */
  redirectUri: string | undefined
  may: string[]
  /** True if the app asks for all rights that the person has. */
  isEverything: boolean
  name: string
  action: string
}

export const consentPage = ({ app, redirectUri, may, isEverything, name, action }: ConsentFacts): Page => ({
  title: `Let ${app} in?`,
  lead: html`<strong>${app}</strong> asks for access to your account here.`,
  who: { name },
  formsMayLeadTo: redirectUri === undefined ? [] : originsOf(redirectUri),
  body: html`<div class="stack">
    <div class="sheet">
      <h2>It could</h2>
      ${isEverything ? folded(may) : listed(may)}
      <p class="text">
        You are signed in as <strong>${name}</strong>.
        ${
          redirectUri === undefined
            ? 'You can take its access away at any time, in your account.'
            : html`After this your browser goes on to <code>${placeOf(redirectUri)}</code>. You can take its
                access away at any time, in your account.`
        }
      </p>
      <form method="post" action="${action}" class="actions">
        <button name="answer" value="allow">Let it in</button>
        <button name="answer" value="deny" class="quiet">Don’t let it in</button>
      </form>
    </div>
  </div>`,
})

const listed = (may: string[]) =>
  html`<ul class="bars">
    ${may.map((sentence) => html`<li>${sentence}</li>`)}
  </ul>`

/** The list is closed until somebody opens it, because one sentence says more than a list of thirty. */
const folded = (may: string[]) =>
  html`<p class="text"><strong>Do everything that you may do here.</strong></p>
    <details>
      <summary>All ${may.length} rights</summary>
      ${listed(may)}
    </details>`

const placeOf = (uri: string) => {
  const { protocol, host } = new URL(uri)
  return host === '' ? protocol : host
}

const WRONG_CODE: Record<string, string> & { default: string } = {
  NotFoundError: 'There is no such code. Check it, and type all of it.',
  ExpiredError: 'This code has expired. Ask the device for a new one.',
  AlreadyUsedError: 'This code was used already. Ask the device for a new one.',
  AbortedError: 'The device was not let in. You can close this page.',
  NoCodeError: 'Type the code that the device shows.',
  // The form is from an old page. A new page of this kind makes all older ones in the browser invalid.
  InvalidRequest: 'This page was also opened in another tab. Type the code once more, here.',
  default: 'That did not work. Ask the device for a new code, and try again.',
}

function deviceCodePage(
  xsrf: string,
  code: string,
  fault: { text: string; status: number } | undefined,
): Page {
  return {
    title: 'Let a device in',
    lead: 'Type the code that the device or the command line shows.',
    ...(fault ? { status: fault.status } : {}),
    body: html`<div class="stack">
      ${summaryOf(fault && { fields: {}, other: fault.text })}
      <form class="sheet" method="post" action="${ROUTES.code_verification}">
        <input type="hidden" name="xsrf" value="${xsrf}" />
        ${field({
          name: 'user_code',
          label: 'Code',
          value: code,
          autocomplete: 'off',
          maxlength: 20,
          verbatim: true,
          autofocus: true,
          hint: 'Such as BCDF-GHJK. Type a code only if you have asked for it yourself just now, on a device of yours.',
        })}
        <div class="actions"><button>Go on</button></div>
      </form>
    </div>`,
  }
}

const deviceConfirmPage = (xsrf: string, app: string, userCode: string): Page => ({
  title: 'Is it this device?',
  lead: html`<strong>${app}</strong> shows this code:`,
  body: html`<div class="stack">
    <div class="sheet">
      <p class="code"><output>${userCode}</output></p>
      <p class="text">
        Go on only if the device in front of you shows the same code, and you have asked for it. Whoever sent
        you here with a code could use your account.
      </p>
      <form method="post" action="${ROUTES.code_verification}" class="actions">
        <input type="hidden" name="xsrf" value="${xsrf}" />
        <input type="hidden" name="user_code" value="${userCode}" />
        <button name="confirm" value="yes">It is the same code</button>
        <button name="abort" value="yes" class="quiet">Don’t let it in</button>
      </form>
    </div>
  </div>`,
})

const deviceDonePage = (app: string): Page => ({
  title: 'The device is in',
  lead: html`<strong>${app}</strong> can use your account now. You can close this page and go back to it.`,
  body: html`<p class="below"><a href="/account">Your account</a></p>`,
})

const signOutPage = (xsrf: string, app: string | undefined, formsMayLeadTo: string[]): Page => ({
  title: 'Sign out here too?',
  lead:
    app === undefined ? 'You are about to sign out.' : html`You have signed out of <strong>${app}</strong>.`,
  formsMayLeadTo,
  scripts: ['signing-out'],
  body: html`<div class="stack">
    <div class="sheet">
      <form method="post" action="${ROUTES.end_session}/confirm" class="actions">
        <input type="hidden" name="xsrf" value="${xsrf}" />
        <button name="logout" value="yes">Sign out</button>
        <button class="quiet">Stay signed in</button>
      </form>
    </div>
  </div>`,
})

/** Shows an error only to the person. The app gets nothing, because it may not have sent this request. */
export function errorPage(
  { error, error_description: description }: { error: string; error_description?: string | undefined },
  status: number,
): Page {
  return {
    title: status === 503 ? 'Not at the moment' : 'This did not work',
    lead: explained(error),
    status,
    body: details(error, description),
  }
}

const explained = (error: string) =>
  error === 'server_error'
    ? 'The service cannot do this at the moment. Nothing was changed; try again in a while.'
    : 'The app that sent you here asked for something that it may not get, or waited for too long. Go back to it and try again.'

const details = (error: string, description: string | undefined): Html =>
  html`<p class="hint">
    For the people who make the app: <code>${error}</code>${description !== undefined && `: ${description}`}
  </p>`
