// Opens a one-time link: what is behind # goes into the form, and out of the address and the history.

const form = /** @type {HTMLFormElement} */ (document.getElementById('open-link'))
const code = /** @type {HTMLInputElement} */ (document.getElementById('code'))
function open() {
  if (location.hash.length <= 20) return
  code.value = location.hash.slice(1)
  history.replaceState(null, '', location.pathname)
  form.submit()
}

open()
// A link that is pasted over this page changes only what is behind #.
addEventListener('hashchange', open)
