/** The page of who sees the reader: three choices, what no choice changes, and the reader's page as somebody else sees it. */
import { kept } from '../../api/cache.ts'
import { may } from '../../api/session.ts'
import { Page } from '../../parts/page/page.tsx'
import { Ref } from '../../parts/marks/ref.tsx'
import { Three } from '../../parts/privacy/three.tsx'
import { t } from '../../texts/privacy.ts'
import { say } from '../../texts/text.ts'
import { Look } from './look.tsx'

export default function PrivacyPage() {
  return (
    <Page title={say(t.title)} lead={say(t.lead)} class="settings who-sees-me">
      <Three>
        <Always />
        {may('audience-read') && <Look />}
      </Three>
    </Page>
  )
}

function Always() {
  const communities = kept('getAudience').value.value?.communities ?? []
  return (
    <div class="part always">
      <p>
        {say(t.table)}{' '}
        {communities.map(({ id, displayName, matches: count, isMember }) => (
          <span key={id}>
            <Ref to="/communities" of={{ id, displayName }} />{' '}
            {say(isMember ? t.community : t.left, { count })}{' '}
          </span>
        ))}
        {say(t.others)}
      </p>
      <p>{say(t.fellows)}</p>
      {may('trusted-editor-read') && (
        <p>
          <a href="/settings/trusted-editors">{say(t.trusted)}</a>
        </p>
      )}
    </div>
  )
}
