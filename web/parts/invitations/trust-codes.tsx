/** Codes with which somebody becomes a trusted editor of the reader. */
import { may } from '../../api/session.ts'
import { t } from '../../texts/codes.ts'
import { say } from '../../texts/text.ts'
import { SendButton } from '../changes/send-button.tsx'
import { inviteEditor } from './made.ts'
import { SeveralCodes, dateOf } from './several-codes.tsx'

export function TrustCodes() {
  if (!may('invitation-create')) return null
  return (
    <SeveralCodes
      title={say(t.trust)}
      why={say(t.trustWhy)}
      mail={inviteEditor}
      filter="kind==TRUSTED_EDITOR"
      about={({ expiresAt }) => say(t.trustOpen, { date: dateOf(expiresAt) })}
    >
      {(action) => (
        <p class="actions start">
          <SendButton
            class="second"
            label={say(t.make)}
            busy={action.busy.value}
            press={() => void action.run(inviteEditor)}
          />
        </p>
      )}
    </SeveralCodes>
  )
}
