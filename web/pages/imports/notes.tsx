/** What is wrong with a file as a whole. */
import { t } from '../../texts/imports.ts'
import { say } from '../../texts/text.ts'
import type { Import } from './live.ts'
import { noteText } from './summary.ts'

export const Notes = ({ of: { notes } }: { of: Import }) =>
  notes.length === 0 ? null : (
    <section class="part">
      <h2>{say(t.fileNotes)}</h2>
      <ul class="lines">
        {notes.map(({ kind, count, found }) => (
          <li key={kind}>
            <div class="line-main">
              {noteText({ kind, found: found.join(', ') })}
              {count > found.length && <> +{count - found.length}</>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
