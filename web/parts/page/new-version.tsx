/** Says that a newer version of the app is there, until the page is loaded anew. */
import { hasNewVersion, takeNewVersion } from '../../api/worker.ts'
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'

/** What is typed in a draft is kept at once, and so is never lost by this; other forms are left when the person says so. */
export const NewVersion = () =>
  hasNewVersion.value ? (
    <div class="notice new-version" role="status">
      <p>{say(frame.newVersion)}</p>
      <button type="button" class="second" onClick={takeNewVersion}>
        {say(frame.reload)}
      </button>
    </div>
  ) : null
