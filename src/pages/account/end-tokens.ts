/** Offers to end one's personal tokens when one sets a new passkey or password: whoever knew the old one might have made them. */
import { type Part, html } from '../html.ts'

/** The name of the box in the form. */
export const TOKENS_TOO = 'tokens-too'

export const offerToEndTokens = (tokens: number): Part =>
  tokens > 0 &&
  html`<label class="check"
    ><input type="checkbox" id="${TOKENS_TOO}" name="${TOKENS_TOO}" value="yes" />End my
    ${tokens === 1 ? 'token' : `${tokens} tokens`} for scripts too</label
  >`
