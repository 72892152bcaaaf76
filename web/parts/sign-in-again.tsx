/** Over the page when the session has ended: the person signs in in another window, and what they did goes on. */
import { SIGN_IN_WINDOW, rather, wanted } from '../api/session.ts'
import { frame } from '../texts/frame.ts'
import { say } from '../texts/text.ts'
import { Dialog } from './dialog.tsx'

export function SignInAgain() {
  const asked = wanted.value
  if (!asked) return null
  const { name, other } = asked
  return (
    <Dialog title={say(frame.sessionTitle)} onClose={rather}>
      <p>
        {other === undefined ? say(frame.sessionEnded, { name }) : say(frame.sessionOther, { name, other })}
      </p>
      <div class="actions">
        <button type="button" class="second" onClick={rather}>
          {say(frame.notNow)}
        </button>
        <button type="button" onClick={() => window.open('/sign-in?next=/&again', SIGN_IN_WINDOW)}>
          {say(frame.signIn)}
        </button>
      </div>
    </Dialog>
  )
}
