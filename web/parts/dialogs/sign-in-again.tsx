/** The dialog for a session that has ended or is too old for a change. The person signs in in another window. */
import { SIGN_IN_WINDOW } from '../../api/session.ts'
import { rather, wanted } from '../../api/sign-in-again.ts'
import { t } from '../../texts/sign-in-again.ts'
import { say } from '../../texts/text.ts'
import { Dialog } from './dialog.tsx'

export function SignInAgain() {
  const asked = wanted.value
  if (!asked) return null
  const { name, other, stale } = asked
  const why = stale ? t.stale : t.ended
  return (
    <Dialog title={say(t.title)} onClose={rather}>
      <p>{other === undefined ? say(why, { name }) : say(t.other, { name, other })}</p>
      <div class="actions">
        <button type="button" class="second" onClick={rather}>
          {say(t.notNow)}
        </button>
        <button type="button" onClick={() => window.open('/sign-in?next=/&again', SIGN_IN_WINDOW)}>
          {say(t.signIn)}
        </button>
      </div>
    </Dialog>
  )
}
