/** When somebody sets a new passkey or password, offers to end their personal tokens, because a thief may have made some. */
import { type Part, html } from '../html.ts'

export const TOKENS_TOO = 'tokens-too'

export const offerToEndTokens = (tokens: number): Part =>
  tokens > 0 &&
  html`<label class="check"
    ><input type="checkbox" id="${TOKENS_TOO}" name="${TOKENS_TOO}" value="yes" />End my
    ${tokens === 1 ? 'token' : `${tokens} tokens`} for scripts too</label
  >`
