/** If the service does not answer, says above the page when the data were read. */
import { Offline, type Problem } from '../../api/problem.ts'
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'
import { momentOf } from '../marks/when.tsx'

interface SeenProps {
  of: { error?: Problem | Offline | undefined; at?: number | undefined }
}

export const Seen = ({ of: { error, at } }: SeenProps) =>
  error instanceof Offline && at !== undefined ? (
    <p class="notice" role="status">
      {say(frame.offline, { when: momentOf(at) })}
    </p>
  ) : null
