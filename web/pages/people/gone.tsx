/** In place of the page of a person whom there is not. */
import { Page } from '../../parts/page/page.tsx'
import { t } from '../../texts/people.ts'
import { say } from '../../texts/text.ts'

export const Gone = () => (
  <Page title={say(t.missing)} lead={say(t.missingWhy)}>
    <p class="actions start">
      <a class="button" href="/people">
        {say(t.find)}
      </a>
    </p>
  </Page>
)
