/** The page on which somebody chooses a name and a way to sign in. */
import type { FastifyReply } from 'fastify'
import { SHORTEST } from '../../identity/accounts/passwords.ts'
import { LONGEST_NAME } from '../../identity/accounts/store.ts'
import { html } from '../html.ts'
import { type Faults, field, sendPage, summaryOf } from '../page.ts'
import { EXAMPLE } from './example.ts'
import type { Invitation } from './invitation.ts'

export function showSignUp(
  reply: FastifyReply,
  { link }: Invitation,
  { name, faults, status = 422 }: { name?: string; faults?: Faults; status?: number } = {},
) {
  const isReset = link?.kind === 'RESET'
  const nameField = {
    name: 'name',
    label: 'Your name',
    autocomplete: 'username',
    maxlength: LONGEST_NAME,
    autofocus: true,
    hint: 'You sign in with it. Others see it until you choose another for your matches.',
    ...(name === undefined ? {} : { value: name }),
  }
  const password = {
    name: 'password',
    label: isReset ? 'New password' : 'Password',
    type: 'password',
    autocomplete: 'new-password',
    hint: `At least ${SHORTEST} characters. A few words that only you would combine are good.`,
  } as const
  const [title, lead] =
    link?.kind === 'FIRST_ADMINISTRATOR'
      ? [
          'The first administrator',
          'Nobody has an account here yet. With yours you invite others, and decide what they may do.',
        ]
      : isReset
        ? [
            `Welcome back, ${link.accountName}`,
            'Choose a new passkey or password. It ends every earlier passkey, password, code and token, and the access of apps.',
          ]
        : ['Welcome to Scorebook', 'Choose a name, and how you will sign in.']
  return sendPage(reply, {
    title,
    lead,
    ornament: EXAMPLE,
    status: faults ? status : 200,
    scripts: ['passkey-add'],
    body: html`<div class="stack">
      ${summaryOf(faults)}
      <form class="sheet" method="post" action="/join">
        ${
          isReset
            ? html`<input type="hidden" autocomplete="username" value="${link.accountName}" />`
            : field(nameField, faults)
        }
        <div id="passkey" class="stack" data-at="/join/passkey" data-fields="${isReset ? '' : 'name'}" hidden>
          <p class="hint">
            A passkey is your fingerprint, your face or the PIN of this device. Nothing to remember, and
            nothing to steal.
          </p>
          <p id="passkey-problem" class="problem" role="alert" tabindex="-1" hidden></p>
          <button type="button">Go on with a passkey</button>
          <p class="or">or with a password</p>
        </div>
        ${field(password, faults)}
        <div class="actions"><button class="second">Go on with this password</button></div>
      </form>
    </div>`,
  })
}
