// Opens a one-time link: what is behind # goes into the form, and out of the address and the history.

const form = /** @type {HTMLFormElement} */ (document.getElementById('open-link'))
const code = /** @type {HTMLInputElement} */ (document.getElementById('code'))
if (location.hash.length > 20) {
  code.value = location.hash.slice(1)
  history.replaceState(null, '', location.pathname)
  form.submit()
}
