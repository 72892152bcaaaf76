/** The heading of an invitation, what it means, and what its button says. */
import type { Invitation } from '../../api/invitation.ts'
import { named } from '../../parts/marks/names.ts'
import { t } from '../../texts/invitation.ts'
import { say } from '../../texts/text.ts'

export interface AnswerProps {
  invitation: Invitation
  canJoin: boolean
  secret: string
  gone: () => void
}

/** After signing in, this page opens again with the same secret. */
export const SIGN_IN = '/sign-in?next=/invitation'

export function titleOf({ kind, inviter: { displayName }, ghostPlayer, community, matches = 0 }: Invitation) {
  const inviter = named(displayName)
  switch (kind) {
    case 'GHOST_PLAYER':
      return say(t.kept, { inviter, count: matches, name: named(ghostPlayer?.displayName ?? '') })
    case 'COMMUNITY':
      return say(t.joins, { inviter, community: named(community?.displayName ?? '') })
    default:
      return say(t.trusts, { inviter })
  }
}

export function leadOf({ kind, inviter }: Invitation): string | undefined {
  if (kind === 'GHOST_PLAYER') return undefined
  return kind === 'COMMUNITY' ? say(t.joinsWhy) : say(t.trustsWhy, { inviter: named(inviter.displayName) })
}

/** Explains who will see the name that somebody chooses. */
export function nameHint({ kind, inviter }: Invitation): string {
  return kind === 'COMMUNITY'
    ? say(t.nameWhyMember)
    : say(t.nameWhyInviter, { inviter: named(inviter.displayName) })
}

export function labelToJoin({ kind, matches = 0 }: Invitation, by: 'passkey' | 'password'): string {
  const isPasskey = by === 'passkey'
  if (kind === 'COMMUNITY') return say(isPasskey ? t.makePasskeyJoin : t.makePasswordJoin)
  if (kind === 'TRUSTED_EDITOR' || matches === 0)
    return say(isPasskey ? t.makePasskeyFirst : t.makePasswordFirst)
  return say(isPasskey ? t.makePasskey : t.makePassword, { count: matches })
}

export const labelToAccept = ({ kind }: Invitation): string =>
  say(kind === 'GHOST_PLAYER' ? t.accept : kind === 'COMMUNITY' ? t.join : t.acceptTrust)
