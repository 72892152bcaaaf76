/** A code for people that the reader cannot name, and the codes that can be used now. */
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { kept } from '../../api/cache.ts'
import { may } from '../../api/session.ts'
import { t } from '../../texts/codes.ts'
import { say } from '../../texts/text.ts'
import { type Action, useAction } from '../changes/action.ts'
import { Refused } from '../changes/refused.tsx'
import { whenOf } from '../marks/when.tsx'
import { ByMail } from './by-mail.tsx'
import { Code } from './code.tsx'
import { type ByMail as Mailed, type Invitation, linkOf, takeBack } from './made.ts'

interface SeveralCodesProps {
  title: string
  why: string
  /** A filter for the invitations to show here. */
  filter: string
  /** What the row of a code says. */
  about: (invitation: Invitation) => string
  /** Makes an invitation for one person, whose link the service mails. */
  mail: (mail: Mailed) => Promise<void>
  /** The form that makes a code. */
  children: (action: Action) => ComponentChildren
}

export function SeveralCodes({ title, why, filter, about, mail, children }: SeveralCodesProps) {
  const action = useAction()
  const said = useSignal('')
  const query = { filter: `${filter};state==OPEN`, sort: 'createdAt:DESC', limit: 100 }
  const open = kept('listInvitations', { query }).value.value?.items ?? []
  const shown = open.find(({ id }) => linkOf(id) !== undefined)
  return (
    <section class="part code-part">
      <h2>{title}</h2>
      <p class="soft">{why}</p>
      {children(action)}
      <Refused of={action.refused} />
      {shown && <Code key={shown.id} url={linkOf(shown.id) ?? ''} hint={say(t.cameraAll)} />}
      <ByMail hint={say(t.mailOther)} said={said} send={mail} />
      {open.length > 0 && (
        <ul class="lines codes" aria-label={say(t.codes)}>
          {open.map((one) => (
            <li key={one.id}>
              <p>{about(one)}</p>
              {may('invitation-revoke') && (
                <button
                  type="button"
                  class="quiet"
                  aria-label={say(t.backOf, { date: dateOf(one.expiresAt) })}
                  onClick={() => void action.run(() => takeBack(one.id))}
                >
                  {say(t.back)}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export const dateOf = (at: string): string => whenOf(new Date(at), { near: true })
