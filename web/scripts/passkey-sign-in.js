// Signs in with a passkey: by its button, and as a suggestion of the browser in the field for the name.

const part = /** @type {HTMLElement} */ (document.getElementById('passkey'))
const button = /** @type {HTMLButtonElement} */ (part.querySelector('button'))
const problem = /** @type {HTMLElement} */ (document.getElementById('passkey-problem'))
/** In milliseconds; a challenge ends after ten minutes. */
const RENEWAL = 300_000

/** @type {AbortController | undefined} */
let suggesting

/** @param {AbortSignal} signal @param {CredentialMediationRequirement} [mediation] */
async function ask(signal, mediation) {
  const answer = await fetch('/sign-in/passkey', { signal })
  if (!answer.ok) throw new Error('no options')
  const json = /** @type {PublicKeyCredentialRequestOptionsJSON} */ (await answer.json())
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json)
  const options = mediation ? { publicKey, signal, mediation } : { publicKey, signal }
  return /** @type {PublicKeyCredential | null} */ (await navigator.credentials.get(options))
}

/** @param {PublicKeyCredential | null} credential */
async function signIn(credential) {
  if (!credential) return
  const answer = await fetch('/sign-in/passkey', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ credential: credential.toJSON(), next: part.dataset['next'] ?? '' }),
  })
  const said = /** @type {{ next?: string, message?: string, detail?: string }} */ (
    await answer.json().catch(() => ({}))
  )
  if (answer.ok) location.assign(said.next ?? '/')
  else tell(said.message ?? said.detail ?? 'The service did not answer. Try again in a moment.')
}

/** @param {string} text */
function tell(text) {
  problem.textContent = text
  problem.hidden = false
  problem.focus()
}

async function suggest() {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  for (;;) {
    suggesting = new AbortController()
    const { signal } = suggesting
    const renewal = setTimeout(() => suggesting?.abort('renewal'), RENEWAL)
    try {
      await signIn(await ask(signal, 'conditional'))
      return // if the passkey was refused, the browser would suggest it again and again
    } catch {
      if (signal.reason !== 'renewal') return // the button took over, or the browser offers nothing
    } finally {
      clearTimeout(renewal)
    }
  }
}

async function press() {
  suggesting?.abort('button')
  problem.hidden = true
  button.disabled = true
  try {
    await signIn(await ask(new AbortController().signal))
  } catch {
    tell('No passkey was used. Try again, or sign in another way.')
  } finally {
    button.disabled = false
  }
}

// Browsers take no passkey for a host that is an IP address.
const isName = !/^[\d.]+$|^\[/.test(location.hostname)
if (isName && 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential) {
  part.hidden = false
  button.addEventListener('click', () => void press())
  void suggest()
}
