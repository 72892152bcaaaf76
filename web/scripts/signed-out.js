// After signing out: forgets what the app keeps on this device, tells its open tabs, and says what was not sent.
import { forget } from './forget.js'

const part = /** @type {HTMLElement} */ (document.getElementById('unsent'))
const count = /** @type {HTMLElement} */ (part.querySelector('strong'))
const button = /** @type {HTMLButtonElement} */ (part.querySelector('button'))

// With this mark, somebody is signed in and has only followed a link to this page, so nothing is forgotten.
if (!document.cookie.includes('scorebook-here=1')) await left()

async function left() {
  const unsent = await forget()
  new BroadcastChannel('scorebook-session').postMessage('out')
  if (unsent === 0) return
  count.textContent =
    unsent === 1
      ? '1 draft or match on this device is not sent yet.'
      : `${unsent} drafts and matches on this device are not sent yet.`
  part.hidden = false
}

button.addEventListener('click', () => void remove())

async function remove() {
  await forget({ all: true })
  part.textContent = 'It is deleted.'
}
