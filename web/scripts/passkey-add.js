// Makes a passkey in the browser and adds it: to one's account, or to the account that a link makes.

const part = /** @type {HTMLElement} */ (document.getElementById('passkey'))
const button = /** @type {HTMLButtonElement} */ (part.querySelector('button'))
const problem = /** @type {HTMLElement} */ (document.getElementById('passkey-problem'))
const at = part.dataset['at'] ?? ''
/** The fields that are sent too, such as the name of a new account. A box sends whether it is checked. */
const fields = /** @type {HTMLInputElement[]} */ (
  (part.dataset['fields'] ?? '').split(' ').flatMap((id) => document.getElementById(id) ?? [])
)

/**
 * @typedef {object} Said
 * @property {PublicKeyCredentialCreationOptionsJSON} options
 * @property {string} accountId
 * @property {string} next
 * @property {string} [message]
 * @property {string} [detail]
 */

/** @param {string} path @param {object} body */
async function post(path, body) {
  const values = Object.fromEntries(
    fields.map(({ name, type, value, checked }) => [name, type === 'checkbox' ? checked : value]),
  )
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...values, ...body }),
  })
  const said = /** @type {Said} */ (await answer.json().catch(() => ({})))
  if (answer.ok) return said
  throw new Error(said.message ?? said.detail ?? 'The service did not answer. Try again in a moment.')
}

async function press() {
  if (!fields.every((field) => field.reportValidity())) return
  problem.hidden = true
  button.disabled = true
  try {
    const { options, accountId } = await post(`${at}/options`, {})
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
    const made = /** @type {PublicKeyCredential | null} */ (await navigator.credentials.create({ publicKey }))
    if (!made) return
    const { next } = await post(at, { credential: made.toJSON(), accountId })
    location.assign(next)
  } catch (error) {
    problem.textContent = sentenceOf(error)
    problem.hidden = false
    problem.focus()
  } finally {
    button.disabled = false
  }
}

/** @param {unknown} error */
function sentenceOf(error) {
  if (error instanceof DOMException && error.name === 'InvalidStateError')
    return 'This device has a passkey of this account already.'
  if (error instanceof DOMException) return 'No passkey was made. Try again when you are ready.'
  return error instanceof Error ? error.message : String(error)
}

// Browsers take no passkey for a host that is an IP address.
const isName = !/^[\d.]+$|^\[/.test(location.hostname)
if (isName && 'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential) {
  part.hidden = false
  button.addEventListener('click', () => void press())
  for (const without of document.querySelectorAll('.without-passkeys'))
    without.toggleAttribute('hidden', true)
}
