/** Says that a newer version of the app is ready, and will be used after a reload. */
import { hasNewVersion, takeNewVersion } from '../../api/worker.ts'
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'

/** A reload loses no drafts, because they are stored at every key press. */
export const NewVersion = () =>
  hasNewVersion.value ? (
    <div class="notice new-version" role="status">
      <p>{say(frame.newVersion)}</p>
      <button type="button" class="second" onClick={takeNewVersion}>
        {say(frame.reload)}
      </button>
    </div>
  ) : null
