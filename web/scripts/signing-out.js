// Before a form that signs out is sent: forgets what the app keeps on this device, as the browser may go on to another site from there.
import { forget } from './forget.js'

document.addEventListener('submit', (event) => {
  const { submitter, target } = event
  if (!(submitter instanceof HTMLButtonElement) || !(target instanceof HTMLFormElement)) return
  if (submitter.name !== 'logout' || submitter.dataset['forgotten']) return
  event.preventDefault()
  submitter.dataset['forgotten'] = 'yes'
  void forget().then(() => target.requestSubmit(submitter))
})
