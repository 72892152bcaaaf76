/** In place of a community that does not exist, or no longer. */
import { Page } from '../../parts/page/page.tsx'
import { t } from '../../texts/communities.ts'
import { say } from '../../texts/text.ts'

export const Gone = () => (
  <Page title={say(t.missing)} lead={say(t.missingWhy)}>
    <p class="actions start">
      <a class="button" href="/communities">
        {say(t.find)}
      </a>
    </p>
  </Page>
)
